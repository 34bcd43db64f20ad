import { withDatabase } from "@/tests/bench/database";

/* What the jobs of every minute cost beside 200,000 webhooks of which none has anything to send. */

const WEBHOOKS = 200_000;
const WORKSPACES = 2_000;
const DELIVERIES = 200_000;
const ROUNDS = 9;
const EVERY_MINUTE = "* * * * *";

async function measure(): Promise<void> {
  const { closeDatabase, pool } = await import("@/lib/platform/database");
  const { catalogue } = await import("@/lib/server/catalogue");
  await pool().query(
    `INSERT INTO workspace (id, name, slug, updated_at) SELECT gen_random_uuid(), 'Bench', 'bench-' || n, now()
     FROM generate_series(1, $1::int) n`,
    [WORKSPACES],
  );
  await pool().query(
    `INSERT INTO webhook (id, workspace_id, url, events, secret_encrypted, created_at, updated_at)
     SELECT gen_random_uuid(), workspace.id, 'https://example.com/hook', '{*}', 'x', now(), now()
     FROM workspace, generate_series(1, $1::int) n`,
    [WEBHOOKS / WORKSPACES],
  );
  await pool().query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, status, attempt_number, created_at)
     SELECT gen_random_uuid(), id, gen_random_uuid(), 'record.created', repeat('x', 510), 'success', 1, now()
     FROM webhook LIMIT $1`,
    [DELIVERIES],
  );
  await pool().query("VACUUM ANALYZE webhook, webhook_delivery");

  let sweepMs = 0;
  for (const job of catalogue.filter(({ schedule }) => schedule === EVERY_MINUTE)) {
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      await job.handler({}, { now: new Date() });
      tookMs.push(performance.now() - began);
    }
    const median = tookMs.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    console.log(`${job.name}: ${median.toFixed(1)} ms, at first ${tookMs[0]?.toFixed(1)} ms`);
    sweepMs += median;
  }
  await closeDatabase();
  console.log(`idle: sweep_ms=${sweepMs.toFixed(1)} webhooks=${WEBHOOKS}`);
}

export default function idle(): Promise<void> {
  return withDatabase(measure);
}
