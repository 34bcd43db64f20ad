import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
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
