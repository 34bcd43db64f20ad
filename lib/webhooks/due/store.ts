import { Prisma, runPrepared } from "@/lib/platform/database";
import { BUSY, fairSql, waitingSql } from "@/lib/webhooks/sending/fair-turns";

/** A delivery that is due and, as far as we know, has a slot and a place. */
export type DueDelivery = { id: string; webhookId: string; round: number; traceparent: string | null };

export type Due = {
  deliveries: DueDelivery[];
  /** Whether other deliveries are due that have no slot or place now. */
  isLeft: boolean;
  /** Whether some are due for webhooks that answer slowly. */
  areSlow: boolean;
};

/** A webhook's deliveries that are due by `until` and meet a condition, the first ones in index order. */
function dueSql(condition: Prisma.Sql, order: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`(
    SELECT d.id, d.webhook_id, d.round, d.traceparent, d.next_retry_at, d.created_at FROM webhook_delivery d
    WHERE d.webhook_id = waiting.id AND d.status = 'pending' AND ${condition}
      AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)
    ORDER BY ${order} LIMIT GREATEST(1, waiting.free))`;
}

/**
 * Up to `limit` deliveries that are due or deferred, either of webhooks that answer slowly or of all others: from every
 * webhook as many as it has free slots, taking turns, within the places left for workspaces and slow webhooks. Nothing
 * is claimed yet: `claimDelivery` does that.
 * @param until anything that became due later is left to other runs
 */
export async function chooseDue(
  { isSlow, limit, until }: { isSlow: boolean; limit: number; until: Date },
  now: Date,
): Promise<Due> {
  const [row] = await runPrepared<Due>(
    "webhooks.choose",
    Prisma.sql`
    WITH ${waitingSql(Prisma.sql`true`, now)}, candidate AS MATERIALIZED (
      SELECT waiting.workspace_id, waiting.is_slow, waiting.free, next.*
      FROM waiting CROSS JOIN LATERAL (
        SELECT due.*, row_number() OVER (ORDER BY due.next_retry_at, due.created_at) AS turn FROM (
          ${dueSql(Prisma.sql`d.next_retry_at <= ${until}::timestamptz`, Prisma.sql`d.next_retry_at`, now)}
          UNION ALL
          ${dueSql(Prisma.sql`d.next_retry_at IS NULL`, Prisma.sql`d.next_retry_at, d.created_at`, now)}
        ) due
      ) next
    ), ${fairSql(Prisma.sql`is_slow = ${isSlow}::boolean AND turn <= free`)}, chosen AS MATERIALIZED (
      SELECT id, webhook_id, round, traceparent FROM fair ORDER BY turn, random() LIMIT ${limit}::int
    )
    SELECT COALESCE((SELECT jsonb_agg(jsonb_build_object('id', id, 'webhookId', webhook_id, 'round', round,
        'traceparent', traceparent)) FROM chosen), '[]') AS deliveries,
      (SELECT count(*) FROM candidate WHERE is_slow = ${isSlow}::boolean) > (SELECT count(*) FROM chosen) AS "isLeft",
      EXISTS (SELECT FROM candidate WHERE is_slow) AS "areSlow"`,
  );
  return row ?? { deliveries: [], isLeft: false, areSlow: false };
}

/**
 * When the next delivery becomes due, of those that no event announces: any after `now`, and retries after `after` too,
 * which may be over by now. Null if there is none.
 */
export async function findNextDue(after: Date, now: Date): Promise<Date | null> {
  const [row] = await runPrepared<{ dueAt: Date | null }>(
    "webhooks.next-due",
    Prisma.sql`
    WITH ${BUSY}
    SELECT min((SELECT d.next_retry_at FROM webhook_delivery d
      WHERE d.webhook_id = busy.id AND d.status = 'pending' AND d.next_retry_at > ${after}::timestamptz
        AND (d.attempt_number > 0 OR d.next_retry_at > ${now}::timestamptz)
      ORDER BY d.next_retry_at LIMIT 1)) AS "dueAt"
    FROM busy WHERE busy.is_active`,
  );
  return row?.dueAt ?? null;
}
