import { createHash, randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { RETRY_MS, until, withClient } from "@/tests/faults/support";
import { signatureOf } from "@/tests/support/code-host-webhooks";
import { type Part, type Service, startService } from "@/tests/support/service";

/*
 * A burst of 1,000 deliveries of the code host, each sent again until it is answered, while every process of the service
 * is killed with kill -9. What was answered with 200 must be handled, and its effects must be there once: each push has
 * a commit of its own and one that the next push brings too, and fixes a task.
 */

const SECRET = "a-webhook-secret-of-the-faults";
const DELIVERIES = 1_000;
const IN_FLIGHT = 8;
const VICTIMS: Part[] = ["web", "worker", "postgres", "worker", "launcher", "web"];
const PROGRESS_WAIT_MS = 120_000;
const CATCH_UP_WAIT_MS = 240_000;
const REPOSITORY = {
  id: randomInt(1, 2 ** 40),
  full_name: "acme/faults",
  private: false,
  default_branch: "main",
};

/** A workspace that has adopted the repository, with a task for each delivery. */
async function furnish(client: pg.Client): Promise<void> {
  const [workspaceId, developerId, projectId] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(
    "INSERT INTO developer (id, name, email, updated_at) VALUES ($1, 'Ada', 'ada@example.com', now())",
    [developerId],
  );
  await client.query(
    "INSERT INTO workspace (id, name, slug, updated_at) VALUES ($1, 'Acme', 'acme', now())",
    [workspaceId],
  );
  await client.query("INSERT INTO workspace_member (workspace_id, developer_id) VALUES ($1, $2)", [
    workspaceId,
    developerId,
  ]);
  await client.query(
    `INSERT INTO workspace_repository (id, workspace_id, external_id, full_name, default_branch, is_private,
       adopted_by_developer_id, updated_at) VALUES (gen_random_uuid(), $1, $2, $3, 'main', false, $4, now())`,
    [workspaceId, String(REPOSITORY.id), REPOSITORY.full_name, developerId],
  );
  await client.query(
    "INSERT INTO project (id, workspace_id, name, slug, key, updated_at) VALUES ($1, $2, 'Web', 'web', 'WEB', now())",
    [projectId, workspaceId],
  );
  await client.query(
    `INSERT INTO task (id, workspace_id, project_id, number, title, position, updated_at)
     SELECT gen_random_uuid(), $1, $2, n, 'Task ' || n, 'a' || lpad(n::text, 5, '0') || '1', now()
     FROM generate_series(1, $3::int) AS n`,
    [workspaceId, projectId, DELIVERIES],
  );
}

const shaOf = (number: number) => createHash("sha1").update(String(number)).digest("hex");

function aPush(number: number): string {
  const commits = [number, number + 1].map((each) => ({
    id: shaOf(each),
    message: each === number ? `Fixes WEB-${number}` : "Sort out uploads",
    timestamp: "2026-11-01T10:00:00Z",
    author: { email: "ada@example.com", username: "ada" },
  }));
  return JSON.stringify({
    ref: "refs/heads/main",
    repository: REPOSITORY,
    commits,
    padding: "x".repeat(8_000),
  });
}

/** Sends a delivery once; null when there was no answer or the service was not able to take it. */
async function send(service: Service, delivery: string, body: string): Promise<string | null> {
  const response = await fetch(`${service.baseUrl}/api/v1/webhooks/code_host`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-host-event": "push",
      "x-host-delivery": delivery,
      "x-host-signature-256": signatureOf(body, SECRET),
    },
    body,
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response || response.status >= 500 || !answer) return null;
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return answer.reason ?? answer.status;
}

type Standing = {
  records: number;
  waiting: number;
  failed: number;
  missing: number;
  commits: number;
  counted: number;
  done: number;
  links: number;
  places: number;
};

function standing(service: Service, answered: string[]): Promise<Standing> {
  return withClient(service, async (client) => {
    const { rows } = await client.query<Standing>(
      `SELECT (SELECT count(*)::int FROM inbound_delivery) AS records,
              (SELECT count(*)::int FROM inbound_delivery WHERE status IN ('pending', 'retrying')) AS waiting,
              (SELECT count(*)::int FROM inbound_delivery WHERE status = 'failed') AS failed,
              (SELECT count(*)::int FROM unnest($1::text[]) AS a(id) WHERE NOT EXISTS (
                SELECT FROM inbound_delivery d WHERE d.external_id = a.id AND d.status = 'processed')) AS missing,
              (SELECT count(*)::int FROM repository_commit) AS commits,
              (SELECT commit_count FROM workspace_repository) AS counted,
              (SELECT count(*)::int FROM task WHERE status = 'done') AS done,
              (SELECT count(*)::int FROM task_link) AS links,
              (SELECT count(DISTINCT position)::int FROM task WHERE status = 'done') AS places`,
      [answered],
    );
    if (!rows[0]) throw new Error("the comparison gave no row");
    return rows[0];
  });
}

export default async function inbound(): Promise<boolean> {
  const service = await startService({
    CODE_HOST_WEBHOOK_SECRET: SECRET,
    WEBHOOKS_REQUIRE_SIGNATURE: "true",
  });
  const answered: string[] = [];
  const counts = { resent: 0, duplicates: 0 };
  let isOver = false;
  let next = 1;

  async function deliverAll(): Promise<void> {
    while (next <= DELIVERIES && !isOver) {
      const body = aPush(next++);
      const delivery = randomUUID();
      let answer = await send(service, delivery, body);
      while (answer === null && !isOver) {
        counts.resent += 1;
        await sleep(RETRY_MS);
        answer = await send(service, delivery, body);
      }
      if (answer === "duplicate_delivery") counts.duplicates += 1;
      answered.push(delivery);
    }
  }

  try {
    await withClient(service, furnish);
    const deliveries = Promise.all(Array.from({ length: IN_FLIGHT }, deliverAll));
    deliveries.catch(() => {
      isOver = true;
    });
    for (const [index, victim] of VICTIMS.entries()) {
      const goal = Math.round(((index + 1) * DELIVERIES) / (VICTIMS.length + 1));
      await until(`Delivery ${goal}`, PROGRESS_WAIT_MS, () => isOver || answered.length >= goal);
      if (isOver) break;
      await service.kill(victim);
      if (victim === "launcher") await service.start();
      console.log(`${victim} killed after ${answered.length} deliveries`);
    }
    await deliveries;
    let found = await standing(service, answered);
    await until("Handling what came", CATCH_UP_WAIT_MS, async () => {
      found = await standing(service, answered);
      return found.waiting === 0;
    });
    const { records, failed, missing, commits, counted, done, links, places } = found;
    console.log(`resent=${counts.resent} duplicates=${counts.duplicates} records=${records}`);
    console.log(
      `faults: answered=${answered.length} missing=${missing} failed=${failed} commits=${commits} counted=${counted} tasks_done=${done} links=${links} places=${places}`,
    );
    return (
      answered.length === DELIVERIES &&
      records === DELIVERIES &&
      missing === 0 &&
      failed === 0 &&
      commits === DELIVERIES + 1 &&
      counted === commits &&
      done === DELIVERIES &&
      links === DELIVERIES &&
      places === DELIVERIES
    );
  } catch (error) {
    console.error(service.output());
    console.error(error);
    return false;
  } finally {
    isOver = true;
    await service.stop();
  }
}
