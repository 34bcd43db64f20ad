import { db, Prisma, pool } from "@/lib/platform/database";
import { DUE_AT, isDueAt } from "@/lib/tracker/enrichment/due-sql";
import { BUCKET_S, ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import type { Activity, WorkspaceActivity } from "@/lib/tracker/enrichment/rules";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/*
 * Rounds are read and written through `pg` directly: for thousands of rows at a time, Prisma's mapping of each value
 * costs more than the query.
 */

/** A quarter of an hour of a developer. `bucket` is its start in seconds since 1970. */
export type Bucket = { developerId: string; bucket: number };

/** A bucket to derive. */
export type DirtyBucket = Bucket & {
  /**
   * The transaction that wrote the row as it was read. A later mark always comes from another transaction, even if the
   * row was deleted and created again meanwhile, so that its `version` restarted at 1.
   */
  writtenBy: string;
  /** The approximate number of samples, at most the number that is read. */
  sampleCount: number;
};

/** How long after a bucket's start a sample may end and still cover a second of it. */
export const REACH_S = BUCKET_S + INTERVAL_S_MAX;

/** The last digit of the developer's id, which is the shard, spelled as in the index on marks. */
const DIGIT = `"right"(d.developer_id::text, 1)`;

/**
 * The approximate number of samples of each row of `d`, as `n.count`, within a reach in seconds, counted up to a
 * maximum.
 */
function counted(reachS: string, max: string): string {
  return `
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM (
      SELECT FROM tracker_event_sample s
      WHERE s.developer_id = d.developer_id AND s.ts > d.bucket AND s.ts < d.bucket + make_interval(secs => ${reachS})
      LIMIT ${max}
    ) counted
  ) n`;
}

/**
 * The due buckets of a workspace and shard: half of them those marked last, half those that have waited longest. So new
 * samples don't wait behind a backlog, and the backlog still shrinks.
 * @returns also since when the oldest is due
 */
export async function listDirtyBuckets(
  workspaceId: string,
  shard: number,
  bucketsMax: number,
  samplesPerBucketMax: number,
  now: Date,
): Promise<{ buckets: DirtyBucket[]; oldestDue: Date | null }> {
  const some = (order: string) => `(
    SELECT d.developer_id, d.bucket, d.xmin, d.marked_at FROM tracker_dirty_bucket d
    WHERE d.workspace_id = $1 AND ${DIGIT} = $2 AND ${isDueAt("$5::timestamptz")}
    ORDER BY d.marked_at ${order}, d.developer_id ${order}, d.bucket ${order} LIMIT $3)`;
  const { rows } = await pool().query<DirtyBucket & { dueAt: Date }>(
    `SELECT d.developer_id AS "developerId", extract(epoch FROM d.bucket)::float8 AS bucket,
            d.xmin::text AS "writtenBy", n.count AS "sampleCount", ${DUE_AT} AS "dueAt"
     FROM (
       SELECT DISTINCT ON (developer_id, bucket) * FROM (
         SELECT 1 AS half, * FROM ${some("DESC")} newest
         UNION ALL
         SELECT 2, * FROM ${some("ASC")} oldest
       ) listed ORDER BY developer_id, bucket, half
     ) d
     ${counted("$6", "$4")}
     ORDER BY d.half, CASE WHEN d.half = 1 THEN d.bucket END DESC, d.marked_at, d.developer_id, d.bucket`,
    [
      workspaceId,
      shard.toString(ENRICH_SHARDS),
      Math.ceil(bucketsMax / 2),
      samplesPerBucketMax,
      now,
      REACH_S,
    ],
  );
  const since = rows.map(({ dueAt }) => dueAt.getTime());
  return { buckets: rows, oldestDue: rows.length > 0 ? new Date(Math.min(...since)) : null };
}

/** How many shards of a workspace have a due bucket. */
export async function countWaitingShards(workspaceId: string, now: Date): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM unnest($2::text[]) AS shard (digit)
     WHERE EXISTS (
       SELECT FROM tracker_dirty_bucket d
       WHERE d.workspace_id = $1 AND ${DIGIT} = shard.digit AND ${isDueAt("$3::timestamptz")}
     )`,
    [workspaceId, Array.from({ length: ENRICH_SHARDS }, (_, shard) => shard.toString(ENRICH_SHARDS)), now],
  );
  return rows[0]?.count ?? 0;
}

/**
 * A developer's dirty buckets that are not due yet, the latest first, except those with more than `samplesPerBucketMax`
 * samples.
 */
export async function listOpenBuckets(
  developerId: string,
  bucketsMax: number,
  samplesPerBucketMax: number,
  now: Date,
): Promise<DirtyBucket[]> {
  const { rows } = await pool().query<DirtyBucket>(
    `SELECT d.developer_id AS "developerId", extract(epoch FROM d.bucket)::float8 AS bucket,
            d.xmin::text AS "writtenBy", n.count AS "sampleCount"
     FROM (
       SELECT d.*, d.xmin FROM tracker_dirty_bucket d
       WHERE d.developer_id = $1 AND d.bucket > $4::timestamptz - ${BUCKET_S} * interval '1 s'
         AND NOT ${isDueAt("$4::timestamptz")}
       ORDER BY d.bucket DESC LIMIT $2
     ) d
     ${counted("$5", "$3 + 1")}
     WHERE n.count <= $3`,
    [developerId, bucketsMax, samplesPerBucketMax, now, REACH_S],
  );
  return rows;
}

/**
 * A bucket's sums: its activity, the activity of workspaces where that differs, and how many samples were over the
 * limit.
 */
export type BucketSum = Bucket & {
  activity: readonly Activity[];
  byWorkspace: readonly WorkspaceActivity[];
  excess: number;
};

const cellsOf = ({ seconds, projectId, category, taskKey, app, repository }: Activity) => [
  seconds,
  projectId,
  category,
  taskKey,
  app,
  repository,
];

/**
 * In one statement, replaces the activity of those buckets that nobody changed since they were read, and removes their
 * marks. It never waits for an upload: a bucket that one is marking right now is skipped, and an upload waits for this
 * one statement at most.
 * @returns how many buckets are settled
 */
export async function settleBuckets(
  buckets: readonly DirtyBucket[],
  sums: readonly BucketSum[],
): Promise<number> {
  const { rows } = await pool().query<{ settled: number }>(
    `WITH claimed AS MATERIALIZED (
       SELECT d.developer_id, d.bucket
       FROM jsonb_to_recordset($1::jsonb) AS x(d uuid, b float8, w text)
       JOIN tracker_dirty_bucket d ON d.developer_id = x.d AND d.bucket = to_timestamp(x.b)
       WHERE d.xmin::text = x.w
       FOR UPDATE OF d SKIP LOCKED
     ), cleaned AS (
       DELETE FROM tracker_dirty_bucket d USING claimed c WHERE d.developer_id = c.developer_id AND d.bucket = c.bucket
     ), sums AS MATERIALIZED (
       SELECT c.developer_id, c.bucket, x.e AS excess, x.a AS activity, x.w AS by_workspace
       FROM jsonb_to_recordset($2::jsonb) AS x(d uuid, b float8, e int, a jsonb, w jsonb)
       JOIN claimed c ON c.developer_id = x.d AND c.bucket = to_timestamp(x.b)
     ), removed AS (
       DELETE FROM tracker_bucket t USING sums s
       WHERE t.developer_id = s.developer_id AND t.bucket = s.bucket AND t.place >= jsonb_array_length(s.activity)
     ), written AS (
       INSERT INTO tracker_bucket AS t
         (developer_id, bucket, place, seconds, project_id, category, task_key, app_name, repository)
       SELECT s.developer_id, s.bucket, a.ordinality - 1, (a.value->>0)::smallint, (a.value->>1)::uuid, a.value->>2,
         a.value->>3, a.value->>4, a.value->>5
       FROM sums s, jsonb_array_elements(s.activity) WITH ORDINALITY AS a
       ON CONFLICT (developer_id, bucket, place) DO UPDATE SET seconds = EXCLUDED.seconds,
         project_id = EXCLUDED.project_id, category = EXCLUDED.category, task_key = EXCLUDED.task_key,
         app_name = EXCLUDED.app_name, repository = EXCLUDED.repository
       WHERE (t.seconds, t.project_id, t.category, t.task_key, t.app_name, t.repository) IS DISTINCT FROM
         (EXCLUDED.seconds, EXCLUDED.project_id, EXCLUDED.category, EXCLUDED.task_key, EXCLUDED.app_name,
          EXCLUDED.repository)
     ), gone AS (
       DELETE FROM tracker_workspace_bucket t USING sums s
       WHERE t.developer_id = s.developer_id AND t.bucket = s.bucket AND t.place >= jsonb_array_length(s.by_workspace)
     ), apart AS (
       INSERT INTO tracker_workspace_bucket AS t
         (developer_id, bucket, place, seconds, project_id, category, task_key, app_name, repository, workspace_id)
       SELECT s.developer_id, s.bucket, a.ordinality - 1, (a.value->>0)::smallint, (a.value->>1)::uuid, a.value->>2,
         a.value->>3, a.value->>4, a.value->>5, (a.value->>6)::uuid
       FROM sums s, jsonb_array_elements(s.by_workspace) WITH ORDINALITY AS a
       ON CONFLICT (developer_id, bucket, place) DO UPDATE SET seconds = EXCLUDED.seconds,
         project_id = EXCLUDED.project_id, category = EXCLUDED.category, task_key = EXCLUDED.task_key,
         app_name = EXCLUDED.app_name, repository = EXCLUDED.repository, workspace_id = EXCLUDED.workspace_id
     ), contained AS (
       DELETE FROM tracker_bucket_excess t USING sums s
       WHERE t.developer_id = s.developer_id AND t.bucket = s.bucket AND s.excess = 0
     ), exceeded AS (
       INSERT INTO tracker_bucket_excess (developer_id, bucket, samples)
       SELECT developer_id, bucket, excess FROM sums WHERE excess > 0
       ON CONFLICT (developer_id, bucket) DO UPDATE SET samples = EXCLUDED.samples
     )
     SELECT count(*)::int AS settled FROM claimed`,
    [
      JSON.stringify(buckets.map((one) => ({ d: one.developerId, b: one.bucket, w: one.writtenBy }))),
      JSON.stringify(
        sums.map(({ developerId, bucket, activity, byWorkspace, excess }) => ({
          d: developerId,
          b: bucket,
          e: excess,
          a: activity.map(cellsOf),
          w: byWorkspace.map((row) => [...cellsOf(row), row.workspaceId]),
        })),
      ),
    ],
  );
  return rows[0]?.settled ?? 0;
}

/**
 * Workspaces and shards with a due bucket that has been dirty since before `markedBefore`, those that have waited
 * longest first.
 */
export async function listNeglected(
  markedBefore: Date,
  limit: number,
  now: Date,
): Promise<{ workspaceId: string; shard: number }[]> {
  const { rows } = await pool().query<{ workspaceId: string; digit: string }>(
    `SELECT d.workspace_id AS "workspaceId", ${DIGIT} AS digit
     FROM tracker_dirty_bucket d WHERE d.marked_at < $1 AND ${isDueAt("$3::timestamptz")}
     GROUP BY 1, 2 ORDER BY min(d.marked_at) LIMIT $2`,
    [markedBefore, limit, now],
  );
  return rows.map(({ workspaceId, digit }) => ({
    workspaceId,
    shard: Number.parseInt(digit, ENRICH_SHARDS),
  }));
}

/**
 * Takes at most `limit` rows of sums and marks of whole hours, from before there were quarters, and marks their time to
 * be derived by quarters. Samples are kept, so nothing is lost.
 */
export async function markOldHours(limit: number, now: Date): Promise<void> {
  await pool().query(
    `WITH sums AS (
       DELETE FROM tracker_activity WHERE ctid = ANY(ARRAY(SELECT ctid FROM tracker_activity LIMIT $1))
       RETURNING developer_id, hour, project_id
     ), marks AS (
       DELETE FROM tracker_dirty_hour WHERE ctid = ANY(ARRAY(SELECT ctid FROM tracker_dirty_hour LIMIT $1))
       RETURNING developer_id, hour, project_id
     ), hours AS (
       SELECT * FROM sums UNION ALL SELECT * FROM marks
     )
     INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
     SELECT DISTINCT ON (1, 2) h.developer_id, h.hour + make_interval(secs => n * $2),
       -- Of a project that is gone only its samples are left, and any id will do for a turn.
       coalesce(p.workspace_id, h.project_id), $3
     FROM hours h CROSS JOIN generate_series(0, 3600 / $2 - 1) AS n LEFT JOIN project p ON p.id = h.project_id
     ORDER BY 1, 2
     ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1`,
    [limit, BUCKET_S, now],
  );
}

/**
 * Marks buckets to be derived, as an upload does. If no job follows, the sweep adds one; it needs an id to order its
 * jobs by, and any will do, so it uses the developer's.
 */
export async function markBuckets(buckets: readonly Bucket[], now: Date): Promise<DirtyBucket[]> {
  const { rows } = await pool().query<DirtyBucket>(
    `INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
     SELECT DISTINCT d.id, to_timestamp(x.bucket), d.id, $3::timestamptz
     FROM unnest($1::uuid[], $2::float8[]) AS x(developer_id, bucket) JOIN developer d ON d.id = x.developer_id
     ORDER BY 1, 2
     ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1
     RETURNING developer_id AS "developerId", extract(epoch FROM bucket)::float8 AS bucket, 0 AS "sampleCount",
       pg_current_xact_id()::xid::text AS "writtenBy"`,
    [buckets.map(({ developerId }) => developerId), buckets.map(({ bucket }) => bucket), now],
  );
  return rows;
}

/** Evaluates SQL expressions of numbers, such as those that enqueue jobs, in one statement. */
export async function evaluateAll(expressions: readonly Prisma.Sql[]): Promise<void> {
  if (expressions.length === 0) return;
  const rows = expressions.map((expression) => Prisma.sql`(${expression}::bigint)`);
  await db().$queryRaw`VALUES ${Prisma.join(rows)}`;
}
