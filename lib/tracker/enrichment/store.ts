import { db, Prisma, pool } from "@/lib/platform/database";
import type { KnownKeys } from "@/lib/tracker/enrichment/attribution-rules";
import { ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import {
  type Activity,
  type Derivation,
  HOUR_S,
  type StoredDerivation,
} from "@/lib/tracker/enrichment/rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/*
 * Reading and writing of rounds goes to `pg` directly: thousands of rows a time, for which Prisma's mapping of each
 * value costs more than the query.
 */

/** An hour of a developer to derive. `hour` is its start in seconds since 1970. */
export type DirtyHour = {
  developerId: string;
  hour: number;
  /**
   * The transaction that wrote the row as it was read. A later mark is another transaction's, even where the row was
   * deleted and made anew meanwhile and its `version` begins at 1 again.
   */
  writtenBy: string;
  /** About how many samples it holds, at most the number that counts. */
  sampleCount: number;
};

/** How long after an hour's start a sample may end that still covers a second of it. */
const REACH_S = HOUR_S + INTERVAL_S_MAX;

/** The shard of a row's developer, as `shardOf` has it. */
const SHARD = `(('x' || right(d.developer_id::text, 1))::bit(4)::int % ${ENRICH_SHARDS})`;

/** A workspace's projects with dirty hours of a shard, in a settled order. */
export async function listDirtyProjects(workspaceId: string, shard: number): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT p.id FROM project p
     WHERE p.workspace_id = $1
       AND EXISTS (SELECT FROM tracker_dirty_hour d WHERE d.project_id = p.id AND ${SHARD} = $2)
     ORDER BY p.id`,
    [workspaceId, shard],
  );
  return rows.map(({ id }) => id);
}

/**
 * Hours of a project and shard to derive: those that were marked last, and then those that wait longest, as many of
 * each. So what is new is not behind a backlog, and the backlog comes to its end.
 */
export async function listDirtyHours(
  projectId: string,
  shard: number,
  hoursMax: number,
  samplesPerHourMax: number,
): Promise<{ hours: DirtyHour[]; oldestMark: Date | null }> {
  const some = (order: string) => `(
    SELECT d.developer_id, d.hour, d.xmin, d.marked_at FROM tracker_dirty_hour d
    WHERE d.project_id = $1 AND ${SHARD} = $2
    ORDER BY d.marked_at ${order}, d.developer_id ${order}, d.hour ${order} LIMIT $3)`;
  const { rows } = await pool().query<DirtyHour & { markedAt: Date }>(
    `SELECT d.developer_id AS "developerId", extract(epoch FROM d.hour)::float8 AS hour,
            d.xmin::text AS "writtenBy", n.count AS "sampleCount", d.marked_at AS "markedAt"
     FROM (
       SELECT DISTINCT ON (developer_id, hour) * FROM (
         SELECT 1 AS half, * FROM ${some("DESC")} newest
         UNION ALL
         SELECT 2, * FROM ${some("ASC")} oldest
       ) listed ORDER BY developer_id, hour, half
     ) d
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS count FROM (
         SELECT FROM tracker_sample s
         WHERE s.developer_id = d.developer_id AND s.ts > d.hour AND s.ts < d.hour + make_interval(secs => $4)
         LIMIT $5
       ) counted
     ) n
     ORDER BY d.half, CASE WHEN d.half = 1 THEN d.hour END DESC, d.marked_at, d.developer_id, d.hour`,
    [projectId, shard, Math.ceil(hoursMax / 2), REACH_S, samplesPerHourMax],
  );
  const marks = rows.map(({ markedAt }) => markedAt.getTime());
  return { hours: rows, oldestMark: rows.length > 0 ? new Date(Math.min(...marks)) : null };
}

/** A sample with what was derived from it before. */
export type ReadSample = Sample & StoredDerivation;

/**
 * For each of the given hours every sample that covers a second of it, on whichever device and for whichever project,
 * at most `samplesMax` an hour. A sample may stand in two hours. Long texts are cut.
 */
export async function listSamplesOfHours(
  hours: readonly DirtyHour[],
  samplesMax: number,
  chars: { title: number; url: number; path: number },
): Promise<ReadSample[][]> {
  const { rows } = await pool().query<ReadSample & { hourIndex: number }>(
    `SELECT h.index::int - 1 AS "hourIndex", s.*, d.category, d.rule_id AS "ruleId", d.project_id AS "projectId",
            d.task_key AS "taskKey", d.confidence, d.signal
     FROM (
       SELECT index, developer_id, to_timestamp(epoch) AS hour
       FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS u(developer_id, epoch, index)
     ) h
     CROSS JOIN LATERAL (
       SELECT id, device_id AS "deviceId", event_id AS "eventId", project_id AS "boundProjectId",
              floor(extract(epoch FROM ts))::float8 AS "end", interval_s AS "intervalS",
              (coalesce(key_events, 0)::float8 + coalesce(mouse_events, 0)) AS "inputEvents",
              app_name AS "appName", bundle_id AS "bundleId", left(window_title, $4) AS "windowTitle",
              left(url, $5) AS url, left(page_title, $4) AS "pageTitle", left(branch, $4) AS branch,
              right(coalesce(file_path, editor_file), $6) AS path, in_call IS TRUE AS "inCall"
       FROM tracker_sample
       WHERE developer_id = h.developer_id AND ts > h.hour AND ts < h.hour + make_interval(secs => $7)
         AND ts - make_interval(secs => interval_s) < h.hour + interval '1 hour'
       ORDER BY ts, device_id, event_id LIMIT $3
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id`,
    [
      hours.map((hour) => hour.developerId),
      hours.map((hour) => hour.hour),
      samplesMax,
      chars.title,
      chars.url,
      chars.path,
      REACH_S,
    ],
  );
  const samples: ReadSample[][] = hours.map(() => []);
  for (const row of rows) samples[row.hourIndex]?.push(row);
  return samples;
}

type KnownKeyRow = { developerId: string; boundProjectId: string; key: string; projectId: string };

/**
 * The keys that a developer's samples may name, by the project that their device was bound to: those of the projects
 * that the developer is a member of in that project's workspace, as long as they are an active member of it.
 */
export async function findKnownKeys(
  developerIds: readonly string[],
  boundProjectIds: readonly string[],
): Promise<(developerId: string, boundProjectId: string) => KnownKeys> {
  const { rows } = await pool().query<KnownKeyRow>(
    `SELECT m.developer_id AS "developerId", bound.id AS "boundProjectId", p.key, p.id AS "projectId"
     FROM project bound
     JOIN workspace_member m
       ON m.workspace_id = bound.workspace_id AND m.developer_id = ANY($1::uuid[]) AND m.status = 'active'
     JOIN project p ON p.workspace_id = bound.workspace_id AND p.is_active
     JOIN project_member pm ON pm.project_id = p.id AND pm.developer_id = m.developer_id
     WHERE bound.id = ANY($2::uuid[])`,
    [[...new Set(developerIds)], [...new Set(boundProjectIds)]],
  );
  const known = new Map<string, Map<string, string>>();
  for (const { developerId, boundProjectId, key, projectId } of rows) {
    const pair = `${developerId} ${boundProjectId}`;
    known.set(pair, (known.get(pair) ?? new Map<string, string>()).set(key, projectId));
  }
  const none: KnownKeys = new Map();
  return (developerId, boundProjectId) => known.get(`${developerId} ${boundProjectId}`) ?? none;
}

/** Stores what was derived of samples, by their ids, in place of what was derived before. */
export async function upsertDerivations(derivations: ReadonlyMap<string, Derivation>): Promise<void> {
  if (derivations.size === 0) return;
  const rows = Array.from(derivations, ([id, d]) => ({
    id,
    p: d.projectId,
    c: d.confidence,
    g: d.category,
    r: d.ruleId,
    t: d.taskKey,
    s: d.signal,
  }));
  await pool().query(
    `INSERT INTO tracker_derivation (sample_id, project_id, confidence, category, rule_id, task_key, signal)
     SELECT id, p, c, g, r, t, s
     FROM jsonb_to_recordset($1::jsonb) AS x(id bigint, p uuid, c real, g text, r text, t text, s text)
     ORDER BY id
     ON CONFLICT (sample_id) DO UPDATE SET project_id = EXCLUDED.project_id, confidence = EXCLUDED.confidence,
       category = EXCLUDED.category, rule_id = EXCLUDED.rule_id, task_key = EXCLUDED.task_key,
       signal = EXCLUDED.signal`,
    [JSON.stringify(rows)],
  );
}

/** Activity of a developer's hour. */
export type HourActivity = Activity & { developerId: string; hour: number };

/**
 * Replaces the activity of those hours that nobody changed since they were read and takes them off the list, in one
 * statement. It waits for no upload: an hour that one is marking right now is skipped, and an upload waits for it no
 * longer than this one statement runs.
 * @returns how many hours are settled
 */
export async function settleHours(
  hours: readonly DirtyHour[],
  activity: readonly HourActivity[],
): Promise<number> {
  const { rows } = await pool().query<{ settled: number }>(
    `WITH claimed AS MATERIALIZED (
       SELECT d.developer_id, d.hour
       FROM jsonb_to_recordset($1::jsonb) AS x(d uuid, h float8, w text)
       JOIN tracker_dirty_hour d ON d.developer_id = x.d AND d.hour = to_timestamp(x.h)
       WHERE d.xmin::text = x.w
       FOR UPDATE OF d SKIP LOCKED
     ), cleaned AS (
       DELETE FROM tracker_dirty_hour d USING claimed c WHERE d.developer_id = c.developer_id AND d.hour = c.hour
     ), activity AS MATERIALIZED (
       SELECT c.developer_id, c.hour, x.p AS project_id, x.c AS category, x.t AS task_key, x.s AS seconds
       FROM jsonb_to_recordset($2::jsonb) AS x(d uuid, h float8, p uuid, c text, t text, s int)
       JOIN claimed c ON c.developer_id = x.d AND c.hour = to_timestamp(x.h)
     ), removed AS (
       DELETE FROM tracker_activity t USING claimed c
       WHERE t.developer_id = c.developer_id AND t.hour = c.hour AND NOT EXISTS (
         SELECT FROM activity a
         WHERE a.developer_id = t.developer_id AND a.hour = t.hour AND a.project_id = t.project_id
           AND a.category = t.category AND a.task_key = t.task_key)
     ), written AS (
       INSERT INTO tracker_activity (developer_id, hour, project_id, category, task_key, seconds)
       SELECT developer_id, hour, project_id, category, task_key, seconds FROM activity
       ON CONFLICT (developer_id, hour, project_id, category, task_key) DO UPDATE SET seconds = EXCLUDED.seconds
     )
     SELECT count(*)::int AS settled FROM claimed`,
    [
      JSON.stringify(hours.map((hour) => ({ d: hour.developerId, h: hour.hour, w: hour.writtenBy }))),
      JSON.stringify(
        activity.map((row) => ({
          d: row.developerId,
          h: row.hour,
          p: row.projectId,
          c: row.category,
          t: row.taskKey,
          s: row.seconds,
        })),
      ),
    ],
  );
  return rows[0]?.settled ?? 0;
}

/** Workspaces and shards with an hour that is dirty since before `markedBefore`, those that wait longest first. */
export async function listNeglected(
  markedBefore: Date,
  limit: number,
): Promise<{ workspaceId: string; shard: number }[]> {
  const { rows } = await pool().query<{ workspaceId: string; shard: number }>(
    `SELECT p.workspace_id AS "workspaceId", d.shard
     FROM (
       SELECT d.project_id, ${SHARD} AS shard, min(d.marked_at) AS since FROM tracker_dirty_hour d
       WHERE d.marked_at < $1 GROUP BY 1, 2
     ) d
     JOIN project p ON p.id = d.project_id
     GROUP BY 1, 2 ORDER BY min(d.since) LIMIT $2`,
    [markedBefore, limit],
  );
  return rows;
}

/** Evaluates SQL expressions of numbers, such as those that enqueue jobs, all in one statement. */
export async function evaluateAll(expressions: readonly Prisma.Sql[]): Promise<void> {
  if (expressions.length === 0) return;
  const rows = expressions.map((expression) => Prisma.sql`(${expression}::bigint)`);
  await db().$queryRaw`VALUES ${Prisma.join(rows)}`;
}

export type ActivitySums = {
  /** Whether every sample of the range is derived. */
  isSettled: boolean;
  rows: { key: string; seconds: number; name?: string | null; byCategory?: Record<string, number> }[];
};

/** One row per category, largest first. */
const BY_CATEGORY = Prisma.sql`
  SELECT jsonb_agg(jsonb_build_object('key', category, 'seconds', seconds) ORDER BY seconds DESC, category)
  FROM (SELECT category, sum(seconds) AS seconds FROM own GROUP BY category) sums`;

/** One row per project, largest first. Only who is still a member learns what a project is called now. */
function byProject(developerId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT jsonb_agg(jsonb_build_object('key', sums.project_id, 'seconds', seconds, 'name', p.name)
      ORDER BY seconds DESC, sums.project_id)
    FROM (SELECT project_id, sum(seconds) AS seconds FROM own GROUP BY project_id) sums
    LEFT JOIN project_member pm ON pm.project_id = sums.project_id AND pm.developer_id = ${developerId}::uuid
    LEFT JOIN project p ON p.id = pm.project_id`;
}

/** One row per hour that has activity, in order. */
const BY_HOUR = Prisma.sql`
  SELECT jsonb_agg(jsonb_build_object('key', hour, 'seconds', seconds, 'byCategory', by_category) ORDER BY hour)
  FROM (
    SELECT hour, sum(seconds) AS seconds, jsonb_object_agg(category, seconds) AS by_category
    FROM (SELECT hour, category, sum(seconds) AS seconds FROM own GROUP BY hour, category) categories
    GROUP BY hour
  ) sums`;

/**
 * A developer's activity in the hours from `from` up to `to`, summed by `group`, in one statement, so that the sums
 * and whether they are settled are of the same moment.
 */
export async function sumActivity(
  { developerId, workspaceId }: { developerId: string; workspaceId: string | null },
  group: "category" | "project" | "hour",
  from: Date,
  to: Date,
): Promise<ActivitySums> {
  const sums = { category: BY_CATEGORY, project: byProject(developerId), hour: BY_HOUR }[group];
  const [row] = await db().$queryRaw<{ is_settled: boolean; rows: ActivitySums["rows"] | null }[]>`
    WITH own AS (
      SELECT hour, project_id, category, seconds FROM tracker_activity
      WHERE developer_id = ${developerId}::uuid AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz
        AND (${workspaceId}::uuid IS NULL
          OR project_id IN (SELECT id FROM project WHERE workspace_id = ${workspaceId}::uuid))
    )
    SELECT (${sums}) AS rows, NOT EXISTS (
      SELECT FROM tracker_dirty_hour
      WHERE developer_id = ${developerId}::uuid AND hour >= ${from}::timestamptz AND hour < ${to}::timestamptz
    ) AS is_settled`;
  return { isSettled: row?.is_settled ?? true, rows: row?.rows ?? [] };
}
