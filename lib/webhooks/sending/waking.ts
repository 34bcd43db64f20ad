import { engine } from "@/lib/jobs/engine";
import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";
import { hasDeferredSql } from "@/lib/webhooks/sending/deferred";
import { fairSql, waitingSql } from "@/lib/webhooks/sending/fair-turns";

/** How many deferred deliveries of one webhook to wake. */
export type Wake = { webhookId: string; limit: number };

function wakeSql(wakes: readonly Wake[], enqueue: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(wakes)}::jsonb) AS given ("webhookId" uuid, "limit" int)
    ), deferred AS (
      SELECT waiting.id FROM given JOIN webhook w ON w.id = given."webhookId"
        CROSS JOIN LATERAL (${deferredSql(Prisma.sql`given."limit"`, now)}) waiting
      WHERE w.is_active
    ), ${wokenSql(now)}, woken AS MATERIALIZED (SELECT ${enqueue} AS count FROM delivery)
    SELECT given."webhookId", woken.count,
      (SELECT count(*) FROM delivery WHERE delivery.webhook_id = given."webhookId")::int AS woken
    FROM given, woken`;
}

/**
 * Makes up to `limit` deferred deliveries of each webhook due, oldest first, with a job for each. Each webhook is in
 * `wakes` only once.
 * @returns how many there were, by webhook
 */
export async function wakeDeferred(
  wakes: readonly Wake[],
  enqueue: Prisma.Sql,
  now: Date,
): Promise<Map<string, number>> {
  const rows = await runPrepared<{ webhookId: string; woken: number }>(
    "webhooks.wake",
    wakeSql(wakes, enqueue, now),
  );
  return new Map(rows.map(({ webhookId, woken }) => [webhookId, woken]));
}

/** The same in a transaction. */
export async function wakeDeferredIn(tx: Db, wake: Wake, enqueue: Prisma.Sql, now: Date): Promise<void> {
  await tx.$queryRaw(wakeSql([wake], enqueue, now));
}

/**
 * Whether the job that deferred a delivery has ended. Until then the engine is about to delete its row, along with many
 * others: a statement that adds jobs in place of several of them could deadlock with the engine.
 */
function jobHasEnded(): Prisma.Sql {
  if (engine() !== "embedded") return Prisma.sql`true`;
  return Prisma.sql`NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs j
    WHERE j.key = 'webhooks.deliver:' || d.id || ':' || d.round AND j.locked_at IS NOT NULL)`;
}

/**
 * In the order of the index of pending deliveries, so that no more are read than are taken, however many are deferred.
 */
function deferredSql(limit: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT d.id FROM webhook_delivery d
    WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_retry_at IS NULL
      AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz) AND ${jobHasEnded()}
    ORDER BY d.next_retry_at, d.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

function wokenSql(now: Date): Prisma.Sql {
  return Prisma.sql`delivery AS (
    UPDATE webhook_delivery d SET next_retry_at = ${now}::timestamptz WHERE d.id = ANY (ARRAY(SELECT id FROM deferred))
    RETURNING d.id, d.webhook_id, d.round, d.traceparent
  )`;
}

/**
 * Makes deferred deliveries due: from every active webhook as many as it has free slots, taking turns, within the places
 * left for workspaces and slow webhooks; with a job for each.
 * @returns how many there were, and whether others are still deferred
 */
export async function wakeAllDeferred(
  enqueue: Prisma.Sql,
  now: Date,
): Promise<{ woken: number; isLeft: boolean }> {
  const [row] = await db().$queryRaw<{ woken: number; isLeft: boolean }[]>`
    WITH ${waitingSql(hasDeferredSql(Prisma.sql`busy.id`), now)}, candidate AS (
      SELECT waiting.workspace_id, waiting.is_slow, next.* FROM waiting CROSS JOIN LATERAL (
        SELECT d.id, row_number() OVER (ORDER BY d.next_retry_at, d.created_at) AS turn FROM webhook_delivery d
        WHERE d.webhook_id = waiting.id AND d.status = 'pending' AND d.next_retry_at IS NULL
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz) AND ${jobHasEnded()}
        ORDER BY d.next_retry_at, d.created_at LIMIT GREATEST(0, waiting.free)
      ) next
    ), ${fairSql(Prisma.sql`true`)}, deferred AS (
      SELECT d.id FROM webhook_delivery d WHERE d.id = ANY (ARRAY(SELECT id FROM fair)) FOR UPDATE SKIP LOCKED
    ), ${wokenSql(now)}, woken AS (SELECT ${enqueue} AS count FROM delivery)
    SELECT woken.count AS woken, EXISTS (SELECT FROM waiting) AS "isLeft" FROM woken`;
  return row ?? { woken: 0, isLeft: false };
}
