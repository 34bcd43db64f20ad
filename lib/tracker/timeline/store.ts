import { pool } from "@/lib/platform/database";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Stretch } from "@/lib/tracker/enrichment/rules";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/** The quarters of an hour of a range that may have samples, in order, and about how many. `bucket` is the start. */
export async function listSampledBuckets(
  developerId: string,
  { from, to }: Stretch,
): Promise<{ bucket: number; samples: number }[]> {
  const { rows } = await pool().query<{ bucket: number; samples: number }>(
    `WITH ends AS MATERIALIZED (
       SELECT floor(extract(epoch FROM ts) / $4)::int AS place, count(*)::int AS samples
       FROM tracker_event_sample
       WHERE developer_id = $1 AND ts > to_timestamp($2) - make_interval(secs => $5)
         AND ts < to_timestamp($3) + make_interval(secs => $5)
       GROUP BY 1
     )
     -- A sample may stand for time of the quarter before or after the one that its time is in.
     SELECT (place + near)::float8 * $4 AS bucket, sum(samples)::int AS samples
     FROM ends, generate_series(-1, 1) AS near
     WHERE (place + near + 1) * $4 > $2 AND (place + near) * $4 < $3
     GROUP BY 1 ORDER BY 1`,
    [developerId, from, to, BUCKET_S, INTERVAL_S_MAX],
  );
  return rows;
}

/**
 * The names of devices, and of projects the developer is a member of, and whether sums of a range are still waiting to
 * be derived.
 */
export async function findNames(
  developerId: string,
  { from, to }: Stretch,
  { deviceIds, projectIds }: { deviceIds: readonly string[]; projectIds: readonly string[] },
): Promise<{
  devices: { id: string; name: string | null }[];
  projects: { id: string; key: string; name: string }[];
  timeZone: string | null;
  isPending: boolean;
}> {
  const { rows } = await pool().query(
    `SELECT dev.time_zone AS "timeZone",
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) ORDER BY d.name, d.enrolled_at, d.id)
         FROM tracker_device d WHERE d.developer_id = $1 AND d.id = ANY($4::uuid[])), '[]') AS devices,
       coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'key', p.key, 'name', p.name) ORDER BY p.name, p.id)
         FROM project_member pm JOIN project p ON p.id = pm.project_id
         WHERE pm.developer_id = $1 AND p.id = ANY($5::uuid[])), '[]') AS projects,
       EXISTS (SELECT FROM tracker_dirty_bucket b WHERE b.developer_id = $1
         AND b.bucket > to_timestamp($2) - make_interval(secs => $6) AND b.bucket < to_timestamp($3)) AS "isPending"
     FROM developer dev WHERE dev.id = $1`,
    [developerId, from, to, deviceIds, projectIds, BUCKET_S],
  );
  return rows[0] ?? { devices: [], projects: [], timeZone: null, isPending: false };
}

/** Sums over a range of days. Days and hours follow the clocks given by the offsets. */
export type DaySums = {
  isSettled: boolean;
  /** `day` is in days since 1970. `key` is null for no project. */
  days: { day: number; key: string | null; seconds: number }[];
  hours: { weekday: number; hour: number; seconds: number }[];
  /** The current names of projects that the developer is a member of. */
  names: { key: string; name: string }[];
};

/**
 * A developer's sums from `from` to `to`, by day and by what time went to, and by weekday and hour. Both ends must be
 * whole quarters of an hour. Sums of whole hours, from before there were quarters, count where they begin.
 * @param offsets when each offset from UTC begins, and the offset, both in seconds; the first begins by `from`
 */
export async function sumDays(
  developerId: string,
  by: "category" | "project",
  { from, to }: Stretch,
  offsets: readonly { from: number; offset: number }[],
): Promise<DaySums> {
  const key = by === "category" ? "category" : "project_id::text";
  const { rows } = await pool().query<DaySums>(
    `WITH sums AS (
       SELECT bucket, ${key} AS key, seconds FROM tracker_bucket
       WHERE developer_id = $1 AND bucket >= to_timestamp($2) AND bucket < to_timestamp($3)
       UNION ALL
       SELECT hour, ${key}, seconds FROM tracker_activity
       WHERE developer_id = $1 AND hour >= to_timestamp($2) AND hour < to_timestamp($3) AND category <> 'idle'
     ), shown AS (
       SELECT key, seconds, floor(shown / 86400)::int AS day, (shown::bigint % 86400 / 3600)::int AS hour
       FROM (
         SELECT key, seconds, second + ($5::float8[])[width_bucket(second, $4::float8[])] AS shown
         FROM (SELECT key, seconds, extract(epoch FROM bucket)::float8 AS second FROM sums) timed
       ) clocks
     ), grouped AS MATERIALIZED (
       SELECT day, key, NULL::int AS weekday, NULL::int AS hour, sum(seconds)::int AS seconds
       FROM shown GROUP BY day, key
       UNION ALL
       -- The first of January 1970 was a Thursday.
       SELECT NULL, NULL, (day + 3) % 7 + 1, hour, sum(seconds)::int FROM shown GROUP BY 3, 4
     )
     SELECT
       coalesce((SELECT jsonb_agg(jsonb_build_object('day', day, 'key', key, 'seconds', seconds) ORDER BY day)
         FROM grouped WHERE day IS NOT NULL), '[]') AS days,
       coalesce((SELECT jsonb_agg(jsonb_build_object('weekday', weekday, 'hour', hour, 'seconds', seconds)
         ORDER BY weekday, hour) FROM grouped WHERE day IS NULL), '[]') AS hours,
       coalesce((SELECT jsonb_agg(jsonb_build_object('key', p.id, 'name', p.name))
         FROM project_member pm JOIN project p ON p.id = pm.project_id
         WHERE $6 AND pm.developer_id = $1), '[]') AS names,
       NOT EXISTS (SELECT FROM tracker_dirty_bucket WHERE developer_id = $1
         AND bucket >= to_timestamp($2) AND bucket < to_timestamp($3))
       AND NOT EXISTS (SELECT FROM tracker_dirty_hour WHERE developer_id = $1
         AND hour > to_timestamp($2) - interval '1 hour' AND hour < to_timestamp($3))
       AND NOT EXISTS (SELECT FROM tracker_activity WHERE developer_id = $1
         AND hour > to_timestamp($2) - interval '1 hour' AND hour < to_timestamp($3)) AS "isSettled"`,
    [
      developerId,
      from,
      to,
      offsets.map((each) => each.from),
      offsets.map(({ offset }) => offset),
      by === "project",
    ],
  );
  const [row] = rows;
  if (!row) throw new Error("sums are one row");
  return row;
}
