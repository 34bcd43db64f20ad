import type { Slice } from "@/lib/http/paging";
import { type Db, db, lockName, Prisma } from "@/lib/platform/database";
import { bucketsChangedBy, holdsSamples, mayCover } from "@/lib/tracker/enrichment/covered-sql";
import { markedDueAt } from "@/lib/tracker/enrichment/due-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Redacted } from "@/lib/tracker/redaction/rules";
import { LACKS_SAMPLE, timesOfEvent } from "@/lib/tracker/samples/keys-sql";
import type { DayOf } from "@/lib/tracker/samples/store";
import { DAY, SHOWN } from "@/lib/tracker/samples/texts-sql";

/** A range of time; null means open. */
export type Range = { from: Date | null; to: Date | null };

/** Whether a sample may cover time in a range. */
function covers({ from, to }: Range): Prisma.Sql {
  return mayCover(
    "s",
    Prisma.sql`coalesce(${from}::timestamptz, '-infinity')`,
    Prisma.sql`coalesce(${to}::timestamptz, 'infinity')`,
  );
}

export type EventRow = Redacted & {
  id: bigint;
  eventId: string;
  deviceId: string;
  clientSeq: bigint;
  ts: Date;
  intervalS: number;
  receivedAt: Date;
  projectId: string;
  inCall: boolean | null;
  keyEvents: number | null;
  mouseEvents: number | null;
  evidenceRef: string | null;
  isPoint: boolean;
  /** Null while it is not derived. */
  category: string | null;
  ruleId: string | null;
  derivedProjectId: string | null;
  derivedProjectName: string | null;
  taskKey: string | null;
  confidence: number | null;
  signal: string | null;
  suggestedProjectId: string | null;
  suggestedTaskKey: string | null;
};

/** A developer's samples that cover time of a range, newest first, each with what was derived from it. */
export async function listEventRows(
  developerId: string,
  range: Range,
  { limit, after }: Slice,
): Promise<EventRow[]> {
  return db().$queryRaw<EventRow[]>`
    SELECT s.id, s.event_id AS "eventId", s.device_id::text AS "deviceId", s.client_seq AS "clientSeq", s.ts,
      s.interval_s AS "intervalS", s.received_at AS "receivedAt", s.project_id::text AS "projectId",
      shown.app_name AS "appName", shown.bundle_id AS "bundleId", shown.window_title AS "windowTitle",
      shown.file_path AS "filePath", shown.repo, shown.branch, shown.terminal_cwd AS "terminalCwd",
      shown.last_command AS "lastCommand", shown.editor_file AS "editorFile", shown.url,
      shown.page_title AS "pageTitle", shown.call_app AS "callApp",
      s.in_call AS "inCall", s.key_events AS "keyEvents", s.mouse_events AS "mouseEvents",
      s.evidence_ref AS "evidenceRef", s.is_private IS TRUE AS "isPrivate",
      s.is_point IS TRUE AS "isPoint", d.category, d.rule_id AS "ruleId",
      d.project_id::text AS "derivedProjectId", p.name AS "derivedProjectName", d.task_key AS "taskKey",
      d.confidence::float8 AS confidence, d.signal, d.suggested_project_id::text AS "suggestedProjectId",
      d.suggested_task_key AS "suggestedTaskKey"
    FROM tracker_event_sample s ${Prisma.raw(SHOWN)}
    LEFT JOIN tracker_derivation d ON d.sample_id = s.id
    -- Only who is still a member learns what a project is called now.
    LEFT JOIN project_member pm ON pm.project_id = d.project_id AND pm.developer_id = s.developer_id
    LEFT JOIN project p ON p.id = pm.project_id
    WHERE s.developer_id = ${developerId}::uuid AND ${covers(range)}
      AND s.ts <= coalesce(${after?.at ?? null}::timestamptz, 'infinity')
      AND (s.ts, s.id) < (coalesce(${after?.at ?? null}::timestamptz, 'infinity'), coalesce(${after?.id ?? null}::bigint, 0))
    ORDER BY s.ts DESC, s.id DESC LIMIT ${limit}`;
}

/**
 * Whether a screenshot, a row `e` of tracker_evidence, is of a range, as erasing has it: it is taken when its sample was,
 * which may be long before it was uploaded; until that arrives, only the upload says when.
 */
function isOfRange(range: Range): Prisma.Sql {
  if (range.from === null && range.to === null) return Prisma.sql`true`;
  return Prisma.sql`coalesce(
    (SELECT ${covers(range)} FROM tracker_event_sample s
     WHERE s.developer_id = e.developer_id
       AND s.ts = ANY(ARRAY${timesOfEvent(Prisma.sql`e.device_id`, Prisma.sql`e.event_id`)})
       AND s.device_id = e.device_id AND s.event_id = e.event_id
     LIMIT 1),
    e.created_at >= coalesce(${range.from}::timestamptz, '-infinity')
      AND e.created_at < coalesce(${range.to}::timestamptz, 'infinity'))`;
}

/** How much data of a developer there is in a range. Samples are counted up to `countMax`. */
export async function summariseEvents(developerId: string, range: Range, countMax: number) {
  const [row] = await db().$queryRaw<
    {
      samples: number;
      screenshots: number;
      oldestAt: Date | null;
      newestAt: Date | null;
      isErasing: boolean;
    }[]
  >`
    SELECT
      (SELECT count(*)::int FROM (
         SELECT FROM tracker_event_sample s WHERE s.developer_id = ${developerId}::uuid AND ${covers(range)}
         LIMIT ${countMax}) AS counted) AS samples,
      (SELECT count(*)::int FROM tracker_evidence e
       WHERE e.developer_id = ${developerId}::uuid AND e.status IN ('pending', 'verified')
         AND ${isOfRange(range)}) AS screenshots,
      (SELECT s.ts FROM tracker_event_sample s WHERE s.developer_id = ${developerId}::uuid AND ${covers(range)}
       ORDER BY s.ts LIMIT 1) AS "oldestAt",
      (SELECT s.ts FROM tracker_event_sample s WHERE s.developer_id = ${developerId}::uuid AND ${covers(range)}
       ORDER BY s.ts DESC LIMIT 1) AS "newestAt",
      EXISTS (SELECT FROM tracker_erased_range r
        WHERE r.developer_id = ${developerId}::uuid AND r.done_at IS NULL) AS "isErasing"`;
  if (!row) throw new Error("a summary has one row");
  return row;
}

export type ErasedRange = {
  id: string;
  developerId: string;
  from: Date;
  to: Date;
  erasedAt: Date;
  doneAt: Date | null;
};

/**
 * How many erased ranges of a developer are kept. Takes a lock until the transaction ends, so that two requests can't both
 * pass the check and add one: not everyone has devices to lock.
 */
export async function countErasedRanges(tx: Db, developerId: string): Promise<number> {
  await lockName(tx, `tracker-erased:${developerId}`);
  return tx.trackerErasedRange.count({ where: { developerId } });
}

/** When the newest of a developer's samples is dated that is dated later than now; null where none is. */
export async function findNewestAhead(tx: Db, developerId: string, now: Date): Promise<Date | null> {
  const [row] = await tx.$queryRaw<[{ newest: Date | null }]>`
    SELECT max(ts) AS newest FROM tracker_event_sample
    WHERE developer_id = ${developerId}::uuid AND ts > ${now}::timestamptz`;
  return row.newest;
}

/**
 * Records a range as erased: from now on nothing in it is stored. Sums of quarters of an hour that lie entirely in it
 * are deleted at once; others are computed again from the remaining samples.
 */
export async function insertErasedRange(
  tx: Db,
  { developerId, from, to }: { developerId: string; from: Date; to: Date },
  now: Date,
): Promise<ErasedRange> {
  const range = await tx.trackerErasedRange.create({ data: { developerId, from, to, erasedAt: now } });
  await deleteSums(tx, range);
  return range;
}

/** Deletes a developer's sums of the quarters of an hour that lie in a range. */
async function deleteSums(tx: Db, { developerId, from, to }: ErasedRange): Promise<void> {
  const within = Prisma.sql`developer_id = ${developerId}::uuid AND bucket >= ${from}::timestamptz
    AND bucket <= ${to}::timestamptz - make_interval(secs => ${BUCKET_S}::int)`;
  await tx.$executeRaw`DELETE FROM tracker_bucket WHERE ${within}`;
  await tx.$executeRaw`DELETE FROM tracker_workspace_bucket WHERE ${within}`;
  await tx.$executeRaw`DELETE FROM tracker_bucket_excess WHERE ${within}`;
}

/** A range that is being erased; null once its developer is gone. */
export async function findErasedRange(id: string): Promise<ErasedRange | null> {
  return db().trackerErasedRange.findUnique({ where: { id } });
}

/** Records that nothing in a range is left. */
export async function finishErasedRange(tx: Db, range: ErasedRange, now: Date): Promise<void> {
  await deleteSums(tx, range);
  await tx.trackerErasedRange.updateMany({ where: { id: range.id }, data: { doneAt: now } });
}

/** What one batch of an erasure deleted, with the references of screenshots whose objects must be deleted too. */
export type ErasedBatch = { samples: number; evidenceRefs: string[] };
type Deleted = ErasedBatch & { days: DayOf[]; workspaceIds: string[] };

/**
 * Deletes samples in a range with their derivations and screenshots, and marks the quarters of an hour they covered. A
 * derivation in progress notices the new mark and stores nothing.
 * @returns also the days they belonged to, and the workspaces for which quarters were marked
 */
export async function deleteSamplesOf(
  tx: Db,
  { developerId, from, to }: ErasedRange,
  limit: number,
  now: Date,
): Promise<Deleted> {
  const [row] = await tx.$queryRaw<
    [{ samples: number; refs: string[] | null; days: string[]; workspaces: string[] }]
  >`
    WITH chosen AS MATERIALIZED (
      SELECT s.id, s.ts FROM tracker_event_sample s
      WHERE s.developer_id = ${developerId}::uuid AND ${covers({ from, to })}
      ORDER BY s.ts, s.id LIMIT ${limit}
      FOR UPDATE
    ), gone AS (
      DELETE FROM tracker_event_sample s USING chosen c WHERE s.id = c.id AND s.ts = c.ts
      RETURNING s.ts, s.interval_s, s.is_point, s.developer_id, s.device_id, s.event_id, s.project_id
    ), evidence AS (
      DELETE FROM tracker_evidence e USING gone g WHERE e.device_id = g.device_id AND e.event_id = g.event_id
      RETURNING e.ref
    ), marked AS (
      INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
      SELECT DISTINCT ON (2) ${developerId}::uuid, to_timestamp(n * ${BUCKET_S}::int),
        -- Of a project that is gone any id will do for a turn.
        coalesce(p.workspace_id, g.project_id), ${markedDueAt(Prisma.sql`to_timestamp(n * ${BUCKET_S}::int)`, now)}
      FROM gone g
      CROSS JOIN LATERAL ${bucketsChangedBy("g")} AS c(n, is_after)
      LEFT JOIN project p ON p.id = g.project_id
      WHERE NOT is_after OR ${holdsSamples(Prisma.sql`g.developer_id`, Prisma.sql`n`)}
      ORDER BY 2
      ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1,
        marked_at = least(b.marked_at, EXCLUDED.marked_at)
      RETURNING workspace_id
    )
    SELECT (SELECT count(*)::int FROM gone) AS samples, (SELECT array_agg(ref) FROM evidence) AS refs,
      ARRAY(SELECT DISTINCT ${Prisma.raw(DAY)}::text FROM gone) AS days,
      ARRAY(SELECT DISTINCT workspace_id::text FROM marked) AS workspaces`;
  const days = row.days.map((day) => ({ developerId, day }));
  return { samples: row.samples, evidenceRefs: row.refs ?? [], days, workspaceIds: row.workspaces };
}

/** Deletes screenshots taken in a range whose samples never arrived. @returns their references */
export async function deleteLoneEvidenceOf(
  tx: Db,
  { developerId, from, to }: ErasedRange,
  limit: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ ref: string }[]>`
    DELETE FROM tracker_evidence WHERE id = ANY(ARRAY(
      SELECT e.id FROM tracker_evidence e
      WHERE e.developer_id = ${developerId}::uuid AND e.created_at >= ${from}::timestamptz
        AND e.created_at < ${to}::timestamptz
        AND ${LACKS_SAMPLE}
      LIMIT ${limit}))
    RETURNING ref`;
  return rows.map(({ ref }) => ref);
}
