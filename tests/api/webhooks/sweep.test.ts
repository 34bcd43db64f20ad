import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db, pool } from "@/lib/platform/database";
import { sweepWebhookDeliveries } from "@/lib/webhooks/jobs";
import { deliveriesOf } from "@/tests/support/webhooks";

// Few connections, of which one at a time is used, so that it can be asked what it has read.
process.env.DATABASE_POOL_MAX = "2";

const WEBHOOKS = 3_000;

/** How many rows of a table this connection has read so far, by whatever way. */
async function rowsRead(table: string): Promise<number> {
  await pool().query("SELECT pg_stat_force_next_flush()");
  const { rows } = await pool().query(
    `SELECT (COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0))::int AS read
     FROM pg_stat_user_tables WHERE relname = $1`,
    [table],
  );
  return rows[0].read;
}

it("the sweep reads only what is waiting, however many other webhooks and deliveries there are", async () => {
  const busy = randomUUID();
  const workspace = await db().workspace.create({ data: { name: "Idle", slug: "idle" } });
  await pool().query(
    `INSERT INTO webhook (id, workspace_id, url, events, secret_encrypted, created_at, updated_at)
     SELECT CASE WHEN n = 1 THEN $2 ELSE gen_random_uuid() END, $1, 'https://example.com/', '{*}', 'x', now(), now()
     FROM generate_series(1, $3::int) n`,
    [workspace.id, busy, WEBHOOKS],
  );
  await pool().query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, status, attempt_number, created_at)
     SELECT gen_random_uuid(), id, gen_random_uuid(), 'record.created', '{}', 'success', 1, now() FROM webhook`,
  );
  // One whose job was lost.
  await pool().query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, next_retry_at, created_at)
     VALUES ($1, $2, $1, 'record.created', '{}', now() - interval '1 hour', now() - interval '1 hour')`,
    [randomUUID(), busy],
  );
  await pool().query("ANALYZE webhook, webhook_delivery");
  const [webhooks, deliveries] = [await rowsRead("webhook"), await rowsRead("webhook_delivery")];
  await sweepWebhookDeliveries.handler({}, { now: new Date() });
  expect((await rowsRead("webhook")) - webhooks).toBeLessThan(20);
  expect((await rowsRead("webhook_delivery")) - deliveries).toBeLessThan(50);
  const jobs = await pool().query("SELECT key FROM graphile_worker.jobs WHERE key LIKE 'webhooks.deliver:%'");
  const [lost] = (await deliveriesOf(busy)).filter(({ status }) => status === "pending");
  expect(jobs.rows).toEqual([{ key: `webhooks.deliver:${lost?.id}:0` }]);
});
