import { randomUUID } from "node:crypto";
import { HOUR_MS } from "@/lib/platform/limits";
import { withDatabase } from "@/tests/bench/database";

/*
 * How fast retention keeps up with what arrives: deliveries whose bodies are due to be erased, and as many that are due
 * to be deleted; then product events. A run that asks to go on is started again at once, as the engine does. What a job
 * leaves behind that does not ask waits for its schedule, an hour.
 */

const DELIVERIES = 110_000;
const PRODUCT_EVENTS = 100_000;

async function measure(): Promise<void> {
  const { closeDatabase, pool } = await import("@/lib/platform/database");
  const { eraseWebhookDeliveries } = await import("@/lib/webhooks/jobs");
  const { sweepProductEvents } = await import("@/lib/ingestion/jobs");
  const [workspaceId, webhookId] = [randomUUID(), randomUUID()];
  await pool().query(
    "INSERT INTO workspace (id, name, slug, updated_at) VALUES ($1, 'Bench', 'bench', now())",
    [workspaceId],
  );
  await pool().query(
    `INSERT INTO webhook (id, workspace_id, url, events, secret_encrypted, created_at, updated_at)
     VALUES ($1, $2, 'https://example.com/hook', '{*}', 'x', now(), now())`,
    [webhookId, workspaceId],
  );
  const insertDeliveries = (days: number, isErased: boolean) =>
    pool().query(
      `WITH delivery AS (
         INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, is_erased, status, attempt_number,
           created_at)
         SELECT gen_random_uuid(), $1, gen_random_uuid(), 'record.created',
           CASE WHEN NOT $4 THEN repeat('x', 510) END, $4, 'success', 1,
           now() - $3 * interval '1 day' - n * interval '10 ms'
         FROM generate_series(1, $2::int) n RETURNING id, created_at
       )
       INSERT INTO webhook_attempt (delivery_id, number, url, signature, webhook_signature, status_code, response_body,
         duration_ms, started_at)
       SELECT id, 1, 'https://example.com/hook', repeat('s', 70), repeat('w', 50), 200, 'ok', 12, created_at
       FROM delivery`,
      [webhookId, DELIVERIES, days, isErased],
    );
  await insertDeliveries(1, false);
  await insertDeliveries(31, false);
  await insertDeliveries(366, true);
  await pool().query(
    `INSERT INTO product_event (id, workspace_id, event_id, type, properties, occurred_at, received_at)
     SELECT gen_random_uuid(), $1, n::text, 'page', '{}', now() - interval '400 days', now() - interval '400 days'
     FROM generate_series(1, $2::int) n`,
    [workspaceId, PRODUCT_EVENTS],
  );
  await pool().query("VACUUM ANALYZE webhook_delivery, webhook_attempt, product_event");

  async function countDue(sql: string): Promise<number> {
    return Number((await pool().query(`SELECT count(*) ${sql}`)).rows[0].count);
  }
  async function perSecond(job: typeof eraseWebhookDeliveries, rows: number, due: string): Promise<number> {
    const began = performance.now();
    let runs = 1;
    while (await job.handler({}, { now: new Date() })) runs += 1;
    const tookMs = performance.now() - began;
    const left = await countDue(due);
    console.log(`${job.name}: ${rows - left} of ${rows} in ${Math.round(tookMs)} ms, ${runs} runs`);
    return ((rows - left) * 1000) / (left === 0 ? tookMs : HOUR_MS);
  }
  const deliveries = await perSecond(
    eraseWebhookDeliveries,
    DELIVERIES,
    "FROM webhook_delivery WHERE created_at < now() - interval '30 days' AND NOT is_erased",
  );
  const undeleted = await countDue("FROM webhook_delivery WHERE created_at < now() - interval '365 days'");
  console.log(`left to be deleted: ${undeleted}`);
  const events = await perSecond(sweepProductEvents, PRODUCT_EVENTS, "FROM product_event");
  await closeDatabase();
  console.log(
    `retention: deliveries_per_s=${Math.round(deliveries)} product_events_per_s=${Math.round(events)}`,
  );
}

export default function retention(): Promise<void> {
  return withDatabase(measure);
}
