import { pool } from "@/lib/platform/database";
import type { ActivityGroup } from "@/lib/tracker/activity/schema";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Activity } from "@/lib/tracker/enrichment/rules";

/** The time zone that a developer's days are counted in; null if unknown. */
export async function findTimeZone(developerId: string): Promise<string | null> {
  const { rows } = await pool().query<{ zone: string | null }>(
    "SELECT time_zone AS zone FROM developer WHERE id = $1",
    [developerId],
  );
  return rows[0]?.zone ?? null;
}

export type ActivitySums = {
  /** Whether every sample of the range is derived. */
  isSettled: boolean;
  /** Samples over the limit, which were not counted. */
  excess: number;
  rows: {
    key: string | null;
    seconds: number;
    name?: string | null;
    projectId?: string | null;
    byCategory?: Record<string, number>;
  }[];
};

const ROWS = {
  /** One row per category, largest first. */
  category: `
    SELECT jsonb_agg(jsonb_build_object('key', category, 'seconds', seconds) ORDER BY seconds DESC, category)
    FROM (SELECT category, sum(seconds) AS seconds FROM own GROUP BY category) sums`,
  /** One row per project, largest first. Only current members see a project's current name. */
  project: `
    SELECT jsonb_agg(jsonb_build_object('key', sums.project_id, 'seconds', seconds, 'name', p.name)
      ORDER BY seconds DESC, sums.project_id)
    FROM (SELECT project_id, sum(seconds) AS seconds FROM own GROUP BY project_id) sums
    LEFT JOIN project_member pm ON pm.project_id = sums.project_id AND pm.developer_id = $1
    LEFT JOIN project p ON p.id = pm.project_id`,
  /** One row per task and project, largest first, and rows for time without a task. Only current members see titles. */
  task: `
    SELECT jsonb_agg(jsonb_build_object('key', sums.task_key, 'seconds', seconds, 'name', t.title,
      'projectId', sums.project_id) ORDER BY seconds DESC, sums.task_key, sums.project_id)
    FROM (
      SELECT task_key, CASE WHEN task_key IS NOT NULL THEN project_id END AS project_id, sum(seconds) AS seconds
      FROM own GROUP BY 1, 2
    ) sums
    LEFT JOIN project_member pm ON pm.project_id = sums.project_id AND pm.developer_id = $1
    LEFT JOIN task t ON t.project_id = pm.project_id AND t.number = substring(sums.task_key FROM '[0-9]+$')::int`,
  /** One row per app, and per repository, largest first. */
  app: `
    SELECT jsonb_agg(jsonb_build_object('key', app_name, 'seconds', seconds) ORDER BY seconds DESC, app_name)
    FROM (SELECT app_name, sum(seconds) AS seconds FROM own GROUP BY app_name) sums`,
  repository: `
    SELECT jsonb_agg(jsonb_build_object('key', repository, 'seconds', seconds) ORDER BY seconds DESC, repository)
    FROM (SELECT repository, sum(seconds) AS seconds FROM own GROUP BY repository) sums`,
  /** One row per hour that has activity, in order. */
  hour: `
    SELECT jsonb_agg(jsonb_build_object('key', to_timestamp(starts[hour]), 'seconds', seconds, 'byCategory', by_category)
      ORDER BY hour)
    FROM hours, (
      SELECT hour, sum(seconds) AS seconds, jsonb_object_agg(category, seconds) AS by_category
      FROM (
        SELECT width_bucket(extract(epoch FROM bucket)::float8, starts) AS hour, category, sum(seconds) AS seconds
        FROM own, hours GROUP BY 1, 2
      ) categories
      GROUP BY hour
    ) sums`,
};

/** The activity of a part of a bucket; `bucket` is the start of the whole one. */
export type Edge = { bucket: number; activity: readonly Activity[] };

/**
 * A developer's activity in the whole buckets of a range, and in the given parts at its edges, summed by `group`. With
 * a workspace, only its projects and its own samples count. Sums of whole hours, from before there were quarters, count
 * if they begin in the range. Times are in seconds since 1970.
 * @param hours the starts of the hours to sum by, in order, the first at or before the range's
 */
export async function sumActivity(
  { developerId, workspaceId }: { developerId: string; workspaceId: string | null },
  group: ActivityGroup,
  range: { from: number; to: number },
  { edges, hours }: { edges: readonly Edge[]; hours: readonly number[] },
): Promise<ActivitySums> {
  const { rows } = await pool().query<{
    is_settled: boolean;
    excess: number;
    rows: ActivitySums["rows"] | null;
  }>(
    `WITH range AS (
       SELECT to_timestamp($3) AS "from", to_timestamp($4) AS "to", to_timestamp(floor($3 / $5) * $5) AS first,
         to_timestamp(ceil($3 / $5) * $5) AS whole_from, to_timestamp(floor($4 / $5) * $5) AS whole_to
     ), hours AS (
       SELECT $6::float8[] AS starts
     ), every AS (
       SELECT bucket, project_id, category, seconds, task_key, app_name, repository FROM tracker_bucket b
       WHERE developer_id = $1 AND bucket >= (SELECT whole_from FROM range) AND bucket < (SELECT whole_to FROM range)
         AND NOT EXISTS (
           SELECT FROM tracker_workspace_bucket w
           WHERE w.developer_id = $1 AND w.bucket = b.bucket AND w.workspace_id = $2
         )
       UNION ALL
       SELECT bucket, project_id, category, seconds, task_key, app_name, repository FROM tracker_workspace_bucket
       WHERE developer_id = $1 AND workspace_id = $2 AND bucket >= (SELECT whole_from FROM range)
         AND bucket < (SELECT whole_to FROM range)
       UNION ALL
       SELECT to_timestamp(b), p, c, s, t, a, r
       FROM jsonb_to_recordset($7::jsonb) AS x(b float8, p uuid, c text, s int, t text, a text, r text)
       UNION ALL
       SELECT hour, project_id, category, seconds, nullif(task_key, ''), NULL, NULL FROM tracker_activity
       WHERE developer_id = $1 AND hour >= (SELECT "from" FROM range) AND hour < (SELECT "to" FROM range)
         AND category <> 'idle'
     ), own AS (
       SELECT * FROM every
       WHERE $2::uuid IS NULL OR project_id IN (SELECT id FROM project WHERE workspace_id = $2)
     )
     SELECT (${ROWS[group]}) AS rows,
       (SELECT coalesce(sum(samples), 0)::int FROM tracker_bucket_excess
        WHERE $2::uuid IS NULL AND developer_id = $1 AND bucket >= (SELECT first FROM range)
          AND bucket < (SELECT "to" FROM range)) AS excess,
       NOT EXISTS (
         SELECT FROM tracker_dirty_bucket WHERE developer_id = $1
           AND bucket >= (SELECT first FROM range) AND bucket < (SELECT "to" FROM range)
       ) AND NOT EXISTS (
         SELECT FROM tracker_dirty_hour WHERE developer_id = $1
           AND hour > (SELECT "from" FROM range) - interval '1 hour' AND hour < (SELECT "to" FROM range)
       ) AND NOT EXISTS (
         SELECT FROM tracker_activity WHERE developer_id = $1
           AND hour > (SELECT "from" FROM range) - interval '1 hour' AND hour < (SELECT "to" FROM range)
       ) AS is_settled`,
    [
      developerId,
      workspaceId,
      range.from,
      range.to,
      BUCKET_S,
      hours,
      JSON.stringify(
        edges.flatMap(({ bucket, activity }) =>
          activity.map(({ projectId, category, seconds, taskKey, app, repository }) => ({
            b: bucket,
            p: projectId,
            c: category,
            s: seconds,
            t: taskKey,
            a: app,
            r: repository,
          })),
        ),
      ),
    ],
  );
  const [row] = rows;
  return { isSettled: row?.is_settled ?? true, excess: row?.excess ?? 0, rows: row?.rows ?? [] };
}
