import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import type { BucketCount, ValidEvent } from "@/lib/ingestion/rules";
import type { ProductEventCountsQuery, ProductEventQuery } from "@/lib/ingestion/schema";
import { db } from "@/lib/platform/database";
import type { ProductEvent } from "@/lib/platform/rows";

/**
 * Stores events in one statement and returns how many were new. The unique key (workspace, event_id) decides, and they
 * are inserted in its order, so that parallel uploads of the same events wait for each other instead of deadlocking.
 */
export async function insertProductEvents(
  workspaceId: string,
  events: readonly ValidEvent[],
  now: Date,
): Promise<number> {
  const rows = events.map((event) => [
    event.event_id ?? null,
    event.type,
    event.anonymous_id ?? null,
    event.user_id ?? null,
    event.properties ?? {},
    event.occurredAt,
  ]);
  return db().$executeRaw`
    INSERT INTO product_event
      (id, workspace_id, event_id, type, anonymous_id, user_id, properties, occurred_at, received_at)
    SELECT gen_random_uuid(), ${workspaceId}::uuid, e.event_id, x->>1, x->>2, x->>3, x->4, (x->>5)::timestamptz,
      ${now}::timestamptz
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS x,
      LATERAL (SELECT coalesce(x->>0, gen_random_uuid()::text) AS event_id) e
    ORDER BY e.event_id
    ON CONFLICT (workspace_id, event_id) DO NOTHING`;
}

/** A page of the workspace's events, newest first. */
export async function listProductEventRows(
  scope: WorkspaceScope,
  { type, anonymous_id: anonymousId, user_id: userId, since, until }: ProductEventQuery,
  { limit, after }: Slice,
): Promise<ProductEvent[]> {
  return db().productEvent.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(type ? { type } : {}),
      ...(anonymousId ? { anonymousId } : {}),
      ...(userId ? { userId } : {}),
      AND: [
        since ? { occurredAt: { gte: new Date(since) } } : {},
        until ? { occurredAt: { lte: new Date(until) } } : {},
        beyond(after, "desc", ["occurredAt", "id"]),
      ],
    },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/**
 * Counts the workspace's events from `since` to before `until` by type and hour or day of a zone, with every bucket of
 * the range, empty or not. Days go by the zone's calendar, so that they have 23 or 25 hours where clocks change. Where
 * these go back to midnight and show it twice, the day begins at the first: Postgres would take the second.
 */
export async function countProductEventRows(
  scope: WorkspaceScope,
  { bucket, zone, ...range }: ProductEventCountsQuery,
): Promise<{ buckets: Date[]; rows: BucketCount[] }> {
  // Not as they were written: Postgres reads no offset of 16 hours, and no second with a hundred digits.
  const [since, until] = [new Date(range.since), new Date(range.until)];
  const [found] = await db().$queryRaw<{ buckets: string[]; rows: BucketCount[] | null }[]>`
    WITH bucket AS (
      SELECT begins, row_number() OVER (ORDER BY begins) - 1 AS place FROM (
        SELECT CASE WHEN e.early AT TIME ZONE ${zone} = d THEN e.early ELSE d AT TIME ZONE ${zone} END AS begins
        FROM generate_series(date_trunc('day', ${since}::timestamptz AT TIME ZONE ${zone}),
          ${until}::timestamptz AT TIME ZONE ${zone}, interval '1 day') AS d,
          LATERAL (SELECT (d - interval '3 hours') AT TIME ZONE ${zone} + interval '3 hours' AS early) e
        WHERE ${bucket} = 'day'
        UNION ALL
        SELECT h FROM generate_series(date_trunc('hour', ${since}::timestamptz, ${zone}), ${until}::timestamptz,
          interval '1 hour') AS h
        WHERE ${bucket} = 'hour'
      ) AS each WHERE begins < ${until}::timestamptz
    ), counted AS (
      SELECT type, width_bucket(occurred_at, (SELECT array_agg(begins ORDER BY begins) FROM bucket)) - 1 AS bucket,
        count(*)::int AS count
      FROM product_event
      WHERE workspace_id = ${scope.workspaceId}::uuid
        AND occurred_at >= ${since}::timestamptz AND occurred_at < ${until}::timestamptz
      GROUP BY 1, 2
    )
    SELECT (SELECT coalesce(jsonb_agg(begins ORDER BY begins), '[]') FROM bucket) AS buckets,
      (SELECT jsonb_agg(counted) FROM counted) AS rows`;
  return { buckets: (found?.buckets ?? []).map((begins) => new Date(begins)), rows: found?.rows ?? [] };
}

/** Deletes at most `limit` events received before a time, of any workspace, and returns how many. */
export async function deleteProductEvents(receivedBefore: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM product_event WHERE id = ANY (ARRAY(
      SELECT id FROM product_event WHERE received_at < ${receivedBefore}::timestamptz LIMIT ${limit}))`;
}
