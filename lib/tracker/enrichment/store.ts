import { db, Prisma, pool } from "@/lib/platform/database";
import type { Mention, TaskExists } from "@/lib/tracker/enrichment/attribution-rules";
import type { Span } from "@/lib/tracker/enrichment/corrections-in-force";
import { DUE_AT, isDueAt } from "@/lib/tracker/enrichment/due-sql";
import {
  BUCKET_S,
  ENRICH_SHARDS,
  OWN_WORK_S,
  REPOSITORY_LINKS_READ_MAX,
  REPOSITORY_SHARE_MIN,
} from "@/lib/tracker/enrichment/limits";
import type { Adopted, OwnWork } from "@/lib/tracker/enrichment/mention-rules";
import type { Activity, StoredDerivation, WorkspaceActivity } from "@/lib/tracker/enrichment/rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { SHOWN } from "@/lib/tracker/samples/texts-sql";

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
const REACH_S = BUCKET_S + INTERVAL_S_MAX;

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

/** A sample and its stored derivation. */
export type ReadSample = Sample & StoredDerivation;

/** The samples that count in a bucket, and how many more there are that don't. */
export type SamplesOfBucket = { samples: ReadSample[]; excess: number };

/** The columns read of a sample. $1 and $2 are the buckets; the next three limit the characters of texts. */
const READ = `s.id, s.ts, s.device_id AS "deviceId", s.event_id AS "eventId", s.project_id AS "boundProjectId",
  floor(extract(epoch FROM s.ts))::float8 AS "end", s.interval_s AS "intervalS",
  CASE WHEN s.key_events IS NOT NULL OR s.mouse_events IS NOT NULL
    THEN coalesce(s.key_events, 0)::float8 + coalesce(s.mouse_events, 0) END AS "inputEvents",
  shown.app_name AS "appName", shown.bundle_id AS "bundleId", left(shown.window_title, $3) AS "windowTitle",
  left(shown.url, $4) AS url, left(shown.page_title, $3) AS "pageTitle", left(shown.branch, $3) AS branch,
  left(shown.repo, $5) AS repo, right(shown.terminal_cwd, $5) AS cwd,
  right(coalesce(shown.file_path, shown.editor_file), $5) AS path, s.in_call IS TRUE AS "inCall",
  s.is_private IS TRUE AS "isPrivate", left(shown.call_app, $3) AS "callApp"`;
const READ_DERIVED = `d.version, d.category, d.rule_id AS "ruleId", d.project_id AS "projectId", d.task_key AS "taskKey", d.confidence,
  d.signal, d.suggested_project_id AS "suggestedProjectId", d.suggested_task_key AS "suggestedTaskKey"`;
const BUCKETS = `(
    SELECT index::int - 1 AS "bucketIndex", developer_id, to_timestamp(epoch) AS bucket
    FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS u(developer_id, epoch, index)
  ) h`;

/** How many characters of texts are read. */
type CharsRead = { title: number; url: number; path: number };

function readValues(buckets: readonly Bucket[], chars: CharsRead): unknown[] {
  return [
    buckets.map(({ developerId }) => developerId),
    buckets.map(({ bucket }) => bucket),
    chars.title,
    chars.url,
    chars.path,
  ];
}

/**
 * For each given bucket, the samples that cover a second of it, on any device and for any project: of the first
 * `max.perBucket`, the first `max.perDevice` of each device. A sample may be in two buckets. Long texts are cut.
 * Editors' samples are not included: see `listPointsOfBuckets`.
 */
export async function listSamplesOfBuckets(
  buckets: readonly Bucket[],
  max: { perDevice: number; perBucket: number },
  chars: CharsRead,
): Promise<SamplesOfBucket[]> {
  const { rows } = await pool().query<ReadSample & { bucketIndex: number; held: number }>(
    `SELECT h."bucketIndex", s.*, ${READ_DERIVED}
     FROM ${BUCKETS}
     CROSS JOIN LATERAL (
       SELECT *, row_number() OVER (PARTITION BY "deviceId" ORDER BY ts, "eventId") AS place,
              (count(*) OVER ())::int AS held
       FROM (
         SELECT ${READ} FROM tracker_event_sample s ${SHOWN}
         WHERE s.developer_id = h.developer_id AND s.ts > h.bucket AND s.ts < h.bucket + make_interval(secs => $8)
           AND s.ts - make_interval(secs => s.interval_s) < h.bucket + make_interval(secs => $9)
           AND s.is_point IS NOT TRUE
         ORDER BY s.ts, s.device_id, s.event_id LIMIT $7
       ) covering
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id
     WHERE s.place <= $6`,
    [...readValues(buckets, chars), max.perDevice, max.perBucket, REACH_S, BUCKET_S],
  );
  const found = buckets.map((): SamplesOfBucket => ({ samples: [], excess: 0 }));
  const full = new Set<number>();
  for (const row of rows) {
    const here = found[row.bucketIndex];
    if (!here) continue;
    here.samples.push(row);
    here.excess = row.held - here.samples.length;
    if (row.held >= max.perBucket) full.add(row.bucketIndex);
  }
  for (const index of full) {
    const [here, bucket] = [found[index], buckets[index]];
    if (here && bucket) here.excess = (await countSamples(bucket)) - here.samples.length;
  }
  return found;
}

/** A sample from an editor: it covers time from `ts` on, in ms since 1970; the samples after it tell how long. */
type ReadPoint = ReadSample & { ts: number };

/**
 * For each given bucket, the editors' samples that may cover a second of it, and those that follow closely enough to
 * end one: the first `perBucketMax`.
 */
export async function listPointsOfBuckets(
  buckets: readonly Bucket[],
  perBucketMax: number,
  chars: CharsRead,
): Promise<ReadPoint[][]> {
  const { rows } = await pool().query<ReadSample & { ts: Date; bucketIndex: number }>(
    `SELECT h."bucketIndex", s.*, ${READ_DERIVED}
     FROM ${BUCKETS}
     CROSS JOIN LATERAL (
       SELECT ${READ} FROM tracker_event_sample s ${SHOWN}
       WHERE s.developer_id = h.developer_id AND s.is_point AND s.ts > h.bucket - make_interval(secs => $7)
         AND s.ts < h.bucket + make_interval(secs => $8)
       ORDER BY s.ts, s.device_id, s.event_id LIMIT $6
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id`,
    [...readValues(buckets, chars), perBucketMax, INTERVAL_S_MAX, REACH_S],
  );
  const found = buckets.map((): ReadPoint[] => []);
  for (const row of rows) found[row.bucketIndex]?.push({ ...row, ts: row.ts.getTime() });
  return found;
}

/** One sample. For an editor's sample, `intervalS` is the longest time it may cover. */
export type FoundSample = ReadSample & { ts: Date; isPoint: boolean };

/** A developer's sample by id, with its stored derivation; null if there is none. Long texts are cut. */
export async function findSample(
  developerId: string,
  id: string,
  chars: CharsRead,
): Promise<FoundSample | null> {
  const { rows } = await pool().query<FoundSample>(
    `SELECT s.*, ${READ_DERIVED}
     FROM (
       SELECT ${READ}, s.is_point IS TRUE AS "isPoint" FROM tracker_event_sample s ${SHOWN}
       WHERE s.developer_id = $1::uuid AND s.id = $2::bigint
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id`,
    [developerId, id, chars.title, chars.url, chars.path],
  );
  return rows[0] ?? null;
}

/** How many samples cover a second of a bucket. */
async function countSamples({ developerId, bucket }: Bucket): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tracker_event_sample
     WHERE developer_id = $1 AND is_point IS NOT TRUE
       AND ts > to_timestamp($2) AND ts < to_timestamp($2) + make_interval(secs => $3)
       AND ts - make_interval(secs => interval_s) < to_timestamp($2) + make_interval(secs => $4)`,
    [developerId, bucket, REACH_S, BUCKET_S],
  );
  return rows[0]?.count ?? 0;
}

/** The projects that a developer's samples may belong to in one workspace, by key, and the keys by id. */
export type Joined = {
  workspaceId: string;
  keys: ReadonlyMap<string, string>;
  keyOf: ReadonlyMap<string, string>;
};

/**
 * The projects that a developer's samples may belong to, by the project their device was bound to: those that the
 * developer is a member of in that project's workspace, while they are an active member of it.
 */
export async function findJoined(
  developerIds: readonly string[],
  boundProjectIds: readonly string[],
): Promise<(developerId: string, boundProjectId: string) => Joined | undefined> {
  const { rows } = await pool().query<{
    developerId: string;
    boundProjectId: string;
    workspaceId: string;
    key: string;
    projectId: string;
  }>(
    `WITH bound AS MATERIALIZED (
       SELECT id, workspace_id FROM project WHERE id = ANY($2::uuid[])
     ), joined AS MATERIALIZED (
       SELECT pm.developer_id, p.workspace_id, p.key, p.id
       FROM project_member pm JOIN project p ON p.id = pm.project_id AND p.is_active
       WHERE pm.developer_id = ANY($1::uuid[])
     )
     SELECT m.developer_id AS "developerId", bound.id AS "boundProjectId", j.workspace_id AS "workspaceId", j.key,
       j.id AS "projectId"
     FROM joined j
     JOIN workspace_member m
       ON m.workspace_id = j.workspace_id AND m.developer_id = j.developer_id AND m.status = 'active'
     JOIN bound ON bound.workspace_id = j.workspace_id`,
    [[...new Set(developerIds)], [...new Set(boundProjectIds)]],
  );
  const found = new Map<
    string,
    { workspaceId: string; keys: Map<string, string>; keyOf: Map<string, string> }
  >();
  for (const { developerId, boundProjectId, workspaceId, key, projectId } of rows) {
    const pair = `${developerId} ${boundProjectId}`;
    const joined = found.get(pair) ?? { workspaceId, keys: new Map(), keyOf: new Map() };
    found.set(pair, joined);
    joined.keys.set(key, projectId);
    joined.keyOf.set(projectId, key);
  }
  return (developerId, boundProjectId) => found.get(`${developerId} ${boundProjectId}`);
}

/** An adopted repository of a workspace; `name` is `fullName` in lower case. */
type AdoptedRow = Adopted & { id: string; workspaceId: string; name: string };

/**
 * The repositories with the given names that the projects' workspaces adopted, each with the project of most of the
 * tasks named by its latest commits, issues and pull requests.
 */
export async function findAdopted(
  boundProjectIds: readonly string[],
  names: readonly string[],
): Promise<AdoptedRow[]> {
  if (names.length === 0) return [];
  const { rows } = await pool().query<AdoptedRow>(
    `SELECT r.id, r.workspace_id AS "workspaceId", lower(r.full_name) AS name, r.full_name AS "fullName",
       theirs.project_id AS "projectId"
     FROM workspace_repository r
     LEFT JOIN LATERAL (
       SELECT project_id FROM (
         SELECT t.project_id, count(*) AS named, sum(count(*)) OVER () AS of
         FROM (
           SELECT l.task_id FROM task_link l WHERE l.repository_id = r.id
           ORDER BY l.created_at DESC, l.id DESC LIMIT $3
         ) last JOIN task t ON t.id = last.task_id
         GROUP BY t.project_id
       ) projects WHERE named >= of * $4::float8 ORDER BY project_id LIMIT 1
     ) theirs ON true
     WHERE r.workspace_id = ANY(ARRAY(SELECT p.workspace_id FROM project p WHERE p.id = ANY($1::uuid[])))
       AND lower(r.full_name) = ANY($2::text[])`,
    [[...new Set(boundProjectIds)], [...new Set(names)], REPOSITORY_LINKS_READ_MAX, REPOSITORY_SHARE_MIN],
  );
  return rows;
}

/** A developer's own commit or pull request in an adopted repository; times in seconds since 1970. */
type OwnWorkRow = { developerId: string; workspaceId: string; name: string } & Omit<OwnWork, "repository">;

/** The commits that developers made, and their pull requests that were opened or merged, close to the given spans. */
export async function findOwnWork(spans: readonly Span[]): Promise<OwnWorkRow[]> {
  if (spans.length === 0) return [];
  const { rows } = await pool().query<OwnWorkRow>(
    `WITH span AS MATERIALIZED (
       SELECT developer_id, to_timestamp(min(starts)) AS starts, to_timestamp(max(ends)) AS ends
       FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS u(developer_id, starts, ends) GROUP BY developer_id
     ), work AS (
       SELECT c.developer_id, c.repository_id, c.committed_at AS at, NULL AS branch, c.message AS text
       FROM span JOIN repository_commit c
         ON c.developer_id = span.developer_id AND c.committed_at BETWEEN span.starts AND span.ends
       UNION ALL
       SELECT p.developer_id, p.repository_id, moment.at, p.branch, p.title
       FROM span JOIN repository_pull_request p ON p.developer_id = span.developer_id
       CROSS JOIN LATERAL (VALUES (p.opened_at), (p.merged_at)) AS moment(at)
       WHERE moment.at BETWEEN span.starts AND span.ends
     )
     SELECT work.developer_id AS "developerId", r.workspace_id AS "workspaceId", lower(r.full_name) AS name,
       floor(extract(epoch FROM work.at))::float8 AS at, work.branch, left(work.text, 300) AS text
     FROM work JOIN workspace_repository r ON r.id = work.repository_id
     ORDER BY work.at, r.id, work.text`,
    [
      spans.map(({ developerId }) => developerId),
      spans.map(({ from }) => from - OWN_WORK_S),
      spans.map(({ to }) => to + OWN_WORK_S),
    ],
  );
  return rows;
}

/** The tasks that issues and pull requests of repositories are linked to, those they fix first. */
export async function findLinkedTasks(
  pages: readonly { repositoryId: string; number: number }[],
): Promise<{ repositoryId: string; page: number; projectId: string; number: number }[]> {
  if (pages.length === 0) return [];
  const { rows } = await pool().query<{
    repositoryId: string;
    page: number;
    projectId: string;
    number: number;
  }>(
    `SELECT l.repository_id AS "repositoryId", l.ref::int AS page, t.project_id AS "projectId", t.number
     FROM unnest($1::uuid[], $2::text[]) AS named(repository_id, ref)
     JOIN task_link l ON l.repository_id = named.repository_id AND l.ref = named.ref AND l.kind <> 'commit'
     JOIN task t ON t.id = l.task_id
     ORDER BY l.is_fix DESC, t.project_id, t.number`,
    [pages.map(({ repositoryId }) => repositoryId), pages.map(({ number }) => String(number))],
  );
  return rows;
}

/** The workspaces of projects, by project id. */
export async function findWorkspacesOf(projectIds: readonly string[]): Promise<Map<string, string>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await pool().query<{ id: string; workspaceId: string }>(
    `SELECT id, workspace_id AS "workspaceId" FROM project WHERE id = ANY($1::uuid[])`,
    [projectIds],
  );
  return new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]));
}

/** Which of the mentioned tasks exist. */
export async function findTasks(mentions: readonly Mention[]): Promise<TaskExists> {
  const tasks = mentions.filter(({ taskNumber }) => taskNumber !== null);
  const named = new Map(tasks.map((mention) => [`${mention.projectId} ${mention.taskNumber}`, mention]));
  if (named.size === 0) return () => false;
  const { rows } = await pool().query<{ task: string }>(
    `SELECT t.project_id || ' ' || t.number AS task
     FROM unnest($1::uuid[], $2::int[]) AS named(project_id, number)
     JOIN task t ON t.project_id = named.project_id AND t.number = named.number`,
    [
      Array.from(named.values(), ({ projectId }) => projectId),
      Array.from(named.values(), ({ taskNumber }) => taskNumber),
    ],
  );
  const existing = new Set(rows.map(({ task }) => task));
  return (projectId, taskNumber) => existing.has(`${projectId} ${taskNumber}`);
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
