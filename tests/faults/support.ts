import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sha256Hex } from "@/lib/platform/crypto";
import { mintApiToken, prefixOf } from "@/lib/tokens/rules";
import type { Service } from "@/tests/support/service";

/** How long to leave a service alone that did not answer. */
export const RETRY_MS = 100;

const CONNECT_WAIT_MS = 30_000;

/** A database that was killed refuses connections until it has recovered. @throws Error of the last refusal */
async function connect(service: Service): Promise<pg.Client> {
  const deadline = performance.now() + CONNECT_WAIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Looks into a service's database past the service. */
export async function withClient<T>(service: Service, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(service);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Waits for something. @throws Error when it has not come true within `waitMs` */
export async function until(
  what: string,
  waitMs: number,
  isTrue: () => Promise<boolean> | boolean,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${waitMs / 1000} s.`);
    await sleep(RETRY_MS);
  }
}

/** A workspace, its owner and a token of theirs. */
export async function furnish(
  client: pg.Client,
): Promise<{ workspaceId: string; developerId: string; token: string }> {
  const [workspaceId, developerId, token] = [randomUUID(), randomUUID(), mintApiToken()];
  await client.query("INSERT INTO developer (id, name, email, updated_at) VALUES ($1, 'Faults', $2, now())", [
    developerId,
    `faults-${developerId}@example.com`,
  ]);
  await client.query(
    "INSERT INTO workspace (id, name, slug, owner_id, updated_at) VALUES ($1, 'Faults', $2, $3, now())",
    [workspaceId, `faults-${workspaceId}`, developerId],
  );
  await client.query(
    "INSERT INTO workspace_member (workspace_id, developer_id, role) VALUES ($1, $2, 'owner')",
    [workspaceId, developerId],
  );
  await client.query(
    `INSERT INTO api_token (id, developer_id, name, token_hash, token_prefix)
     VALUES (gen_random_uuid(), $1, 'faults', $2, $3)`,
    [developerId, sha256Hex(token), prefixOf(token)],
  );
  return { workspaceId, developerId, token };
}

export type Ask = (method: string, path: string, body: object) => Promise<{ id: string }>;

/**
 * Asks a service, again and again until it answers.
 * @throws Error when it refuses (a 4xx), or when `isOver` before it answered
 */
export function askUntilAnswered(service: Service, token: string, isOver: () => boolean): Ask {
  return async (method, path, body) => {
    while (!isOver()) {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      if (response && response.status < 500) {
        if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
        const answer = (await response.json().catch(() => null)) as { id: string } | null;
        if (answer) return answer;
      }
      await sleep(RETRY_MS);
    }
    throw new Error(`${method} ${path} was not answered before the run was over.`);
  };
}
