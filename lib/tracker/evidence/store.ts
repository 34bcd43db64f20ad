import type { Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type { TrackerEvidence } from "@/lib/platform/rows";
import type { UploadVerdict } from "@/lib/platform/uploads";
import type { Described } from "@/lib/tracker/enrichment/category-rules";
import { EVENT_AGE_DAYS_MAX } from "@/lib/tracker/ingest/limits";
import { LACKS_SAMPLE, timesOfEvent } from "@/lib/tracker/samples/keys-sql";
import { SHOWN } from "@/lib/tracker/samples/texts-sql";

type NewRow = Omit<TrackerEvidence, "id" | "status" | "verifiedAt">;

/** Records an announced upload as pending. @returns its id */
export async function insertEvidence(tx: Db, row: NewRow): Promise<string> {
  const { id } = await tx.trackerEvidence.create({ data: row, select: { id: true } });
  return id;
}

/** An announced upload; null if it was deleted with its device or developer. */
export async function findEvidence(id: string): Promise<TrackerEvidence | null> {
  return db().trackerEvidence.findUnique({ where: { id } });
}

/**
 * Whether a screenshot, the row `e`, of a project, the row `p`, may turn out to be another workspace's: its device was bound
 * to that within the age that samples may have, and the sample that says where it was taken has not arrived.
 */
const IS_UNPLACED = Prisma.sql`(
  EXISTS (
    SELECT FROM tracker_past_binding past JOIN project old ON old.id = past.project_id
    WHERE past.device_id = e.device_id AND old.workspace_id <> p.workspace_id
      AND past.until > e.created_at - make_interval(days => ${EVENT_AGE_DAYS_MAX}::int))
  AND ${LACKS_SAMPLE})`;

export type EvidenceInWorkspace = TrackerEvidence & { workspaceId: string; isUnplaced: boolean };

/**
 * An upload by its reference, with the workspace of its project, and whether it may yet turn out to be another one's; null
 * for an unknown one, and if its owner is being erased.
 */
export async function findEvidenceByRef(ref: string): Promise<EvidenceInWorkspace | null> {
  const [row] = await db().$queryRaw<EvidenceInWorkspace[]>`
    SELECT e.id::text, e.ref, e.device_id::text AS "deviceId", e.developer_id::text AS "developerId",
           e.project_id::text AS "projectId", e.event_id AS "eventId", e.object_key AS "objectKey",
           e.content_type AS "contentType", e.byte_size AS "byteSize", e.sha256, e.status,
           e.verify_at AS "verifyAt", e.verified_at AS "verifiedAt", e.taken_at AS "takenAt",
           e.created_at AS "createdAt",
           p.workspace_id::text AS "workspaceId", ${IS_UNPLACED} AS "isUnplaced"
    FROM tracker_evidence e JOIN project p ON p.id = e.project_id
    JOIN developer d ON d.id = e.developer_id AND d.erasing_at IS NULL
    WHERE e.ref = ${ref}`;
  return row ?? null;
}

/** Follows `FROM tracker_event_sample s` and what it shows: by that it is judged whether a screenshot may be seen. */
const DESCRIBED = Prisma.sql`
  shown.app_name AS "appName", shown.bundle_id AS "bundleId", shown.window_title AS "windowTitle", shown.url,
  shown.page_title AS "pageTitle", coalesce(shown.file_path, shown.editor_file) AS path,
  s.is_private IS TRUE AS "isPrivate", s.in_call IS TRUE AS "inCall", shown.call_app AS "callApp",
  s.interval_s AS "intervalS",
  CASE WHEN s.key_events IS NOT NULL OR s.mouse_events IS NOT NULL
    THEN coalesce(s.key_events, 0)::float8 + coalesce(s.mouse_events, 0) END AS "inputEvents"`;

/** What a screenshot's sample shows, and when it was taken; null until the sample arrives. */
export async function findSampleOf(
  tx: Db,
  { developerId, deviceId, eventId }: Pick<TrackerEvidence, "developerId" | "deviceId" | "eventId">,
): Promise<(Described & { ts: Date }) | null> {
  const [row] = await tx.$queryRaw<(Described & { ts: Date })[]>`
    SELECT s.ts, ${DESCRIBED}
    FROM tracker_event_sample s ${Prisma.raw(SHOWN)}
    WHERE s.developer_id = ${developerId}::uuid
      AND s.ts = ANY(ARRAY${timesOfEvent(Prisma.sql`${deviceId}::uuid`, Prisma.sql`${eventId}`)})
      AND s.device_id = ${deviceId}::uuid AND s.event_id = ${eventId}`;
  return row ?? null;
}

/** Which of a workspace's screenshots are listed; null where it does not matter. */
export type EvidenceFilter = {
  projectId: string | null;
  developerId: string | null;
  deviceId: string | null;
  from: Date | null;
  to: Date | null;
};

export type ListedEvidence = Described &
  Pick<
    TrackerEvidence,
    | "id"
    | "ref"
    | "eventId"
    | "deviceId"
    | "developerId"
    | "projectId"
    | "contentType"
    | "byteSize"
    | "takenAt"
    | "createdAt"
  > & {
    deviceName: string | null;
    developerName: string;
    projectName: string;
    /** `ts` of its sample; null until that arrives and once it is deleted, and with it all that it shows. */
    sampleAt: Date | null;
  };

/** Which of the screenshots, rows `e` of projects `p`, are those of a page but for their project. */
function isListed({ developerId, deviceId, from, to }: EvidenceFilter, { after }: Slice): Prisma.Sql {
  return Prisma.sql`e.status = 'verified' AND NOT ${IS_UNPLACED}
    AND (${developerId}::uuid IS NULL OR e.developer_id = ${developerId}::uuid)
    AND (${deviceId}::uuid IS NULL OR e.device_id = ${deviceId}::uuid)
    AND (${from}::timestamptz IS NULL OR e.taken_at >= ${from}::timestamptz)
    AND (${to}::timestamptz IS NULL OR e.taken_at < ${to}::timestamptz)
    AND (${after === null} OR (e.taken_at, e.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`;
}

/** A page of everybody's screenshots. Each project is asked for a page of its own, so that none is read to its end. */
function pageOfAll(workspaceId: string, filter: EvidenceFilter, slice: Slice): Prisma.Sql {
  return Prisma.sql`
    SELECT page.*, p.name AS project_name FROM project p CROSS JOIN LATERAL (
      SELECT e.*, device.name AS device_name, owner.name AS developer_name
      FROM tracker_evidence e
      JOIN tracker_device device ON device.id = e.device_id
      JOIN developer owner ON owner.id = e.developer_id AND owner.erasing_at IS NULL
      WHERE e.project_id = p.id AND ${isListed(filter, slice)}
      ORDER BY e.taken_at DESC, e.id DESC LIMIT ${slice.limit}
    ) page
    WHERE p.workspace_id = ${workspaceId}::uuid
      AND (${filter.projectId}::uuid IS NULL OR p.id = ${filter.projectId}::uuid)
    ORDER BY page.taken_at DESC, page.id DESC LIMIT ${slice.limit}`;
}

/** A page of one person's screenshots, or of one device's, which is its owner's: only those of this person are read. */
function pageOfPerson(workspaceId: string, filter: EvidenceFilter, slice: Slice): Prisma.Sql {
  const { projectId, developerId, deviceId } = filter;
  return Prisma.sql`
    SELECT e.*, device.name AS device_name, owner.name AS developer_name, p.name AS project_name
    FROM tracker_evidence e
    JOIN project p ON p.id = e.project_id AND p.workspace_id = ${workspaceId}::uuid
      AND (${projectId}::uuid IS NULL OR p.id = ${projectId}::uuid)
    JOIN tracker_device device ON device.id = e.device_id
    JOIN developer owner ON owner.id = e.developer_id AND owner.erasing_at IS NULL
    WHERE e.developer_id = coalesce(${developerId}::uuid,
        (SELECT developer_id FROM tracker_device WHERE id = ${deviceId}::uuid))
      AND ${isListed(filter, slice)}
    ORDER BY e.taken_at DESC, e.id DESC LIMIT ${slice.limit}`;
}

/** Checked screenshots of a workspace, newest first, each with what its sample shows. */
export async function listEvidenceOf(
  workspaceId: string,
  filter: EvidenceFilter,
  slice: Slice,
): Promise<ListedEvidence[]> {
  const isOfOne = filter.developerId !== null || filter.deviceId !== null;
  const page = isOfOne ? pageOfPerson(workspaceId, filter, slice) : pageOfAll(workspaceId, filter, slice);
  return db().$queryRaw<ListedEvidence[]>`
    SELECT e.id::text, e.ref, e.event_id AS "eventId", e.device_id::text AS "deviceId",
      e.developer_id::text AS "developerId", e.project_id::text AS "projectId", e.content_type AS "contentType",
      e.byte_size AS "byteSize", e.taken_at AS "takenAt", e.created_at AS "createdAt", e.device_name AS "deviceName",
      e.developer_name AS "developerName", e.project_name AS "projectName", sample.*
    FROM (${page}) e
    LEFT JOIN LATERAL (
      SELECT s.ts AS "sampleAt", ${DESCRIBED}
      FROM tracker_event_sample s ${Prisma.raw(SHOWN)}
      WHERE s.developer_id = e.developer_id
        AND s.ts = ANY(ARRAY${timesOfEvent(Prisma.sql`e.device_id`, Prisma.sql`e.event_id`)})
        AND s.device_id = e.device_id AND s.event_id = e.event_id
      -- One look into the index for each: joined to all samples, it could read them all.
      LIMIT 1
    ) sample ON true
    ORDER BY e.taken_at DESC, e.id DESC`;
}

/** Deletes an upload's row. The caller deletes its objects. */
export async function deleteEvidence(id: string): Promise<void> {
  await db().trackerEvidence.deleteMany({ where: { id } });
}

/** A deleted screenshot, and whose it was. */
export type GoneEvidence = { developerId: string; ref: string };

/** Deletes the screenshots of a device's events. */
export async function deleteEvidenceOfEvents(
  tx: Db,
  deviceId: string,
  eventIds: readonly string[],
): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence
    WHERE device_id = ${deviceId}::uuid AND event_id = ANY(${[...eventIds]}::text[])
    RETURNING developer_id::text AS "developerId", ref`;
}

/** Deletes the screenshots of a device's events of which no sample is stored. */
export async function deleteEvidenceOfUnstored(
  tx: Db,
  deviceId: string,
  eventIds: readonly string[],
): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence e
    WHERE e.device_id = ${deviceId}::uuid AND e.event_id = ANY(${[...eventIds]}::text[]) AND ${LACKS_SAMPLE}
    RETURNING e.developer_id::text AS "developerId", e.ref`;
}

/** Deletes the screenshots of samples. */
export async function deleteEvidenceOfSamples(tx: Db, sampleIds: readonly string[]): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence e USING tracker_event_sample s
    WHERE s.id = ANY(${[...sampleIds]}::bigint[]) AND e.device_id = s.device_id AND e.event_id = s.event_id
    RETURNING e.developer_id::text AS "developerId", e.ref`;
}

/**
 * Whether a client asked for another upload of the same event, row `e`, and its sample names that one. It is the one that
 * counts only if it arrived.
 */
const IS_REPLACED = Prisma.sql`EXISTS (
  SELECT FROM tracker_evidence other
  WHERE other.device_id = e.device_id AND other.event_id = e.event_id AND other.id <> e.id
    AND other.status = 'verified' AND other.ref = (
      SELECT s.evidence_ref FROM tracker_event_sample s
      WHERE s.developer_id = e.developer_id
        AND s.ts = ANY(ARRAY${timesOfEvent(Prisma.sql`e.device_id`, Prisma.sql`e.event_id`)})
        AND s.device_id = e.device_id AND s.event_id = e.event_id))`;

/**
 * Deletes screenshots, checked between two instants, whose sample has not arrived or names another one of them; at most
 * `limit`.
 */
export async function deleteEvidenceWithoutSample(
  tx: Db,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence WHERE id = ANY(ARRAY(
      SELECT e.id FROM tracker_evidence e
      WHERE e.status = 'verified' AND e.verify_at >= ${from}::timestamptz AND e.verify_at < ${to}::timestamptz
        AND (${LACKS_SAMPLE} OR ${IS_REPLACED})
      ORDER BY e.verify_at LIMIT ${limit}))
    RETURNING developer_id::text AS "developerId", ref`;
}

/**
 * Has screenshots belong to their samples' projects and times. A device may have moved to another workspace, where nobody
 * may see what was taken before, between its taking one and its uploading it; and it may upload days later.
 */
export async function alignWithSamples(deviceId: string, eventIds: readonly string[]): Promise<void> {
  await db().$executeRaw`
    WITH misplaced AS (
      SELECT e.id, taken.project_id, taken.ts FROM tracker_evidence e CROSS JOIN LATERAL (
        SELECT s.project_id, s.ts FROM tracker_event_sample s
        WHERE s.developer_id = e.developer_id
          AND s.ts = ANY(ARRAY${timesOfEvent(Prisma.sql`e.device_id`, Prisma.sql`e.event_id`)})
          AND s.device_id = e.device_id AND s.event_id = e.event_id
        LIMIT 1
      ) taken
      WHERE e.device_id = ${deviceId}::uuid AND e.event_id = ANY(${[...eventIds]}::text[])
        AND (e.project_id, e.taken_at) <> (taken.project_id, taken.ts)
    )
    UPDATE tracker_evidence e SET project_id = m.project_id, taken_at = m.ts FROM misplaced m WHERE e.id = m.id`;
}

/** Saves the verdict on a pending upload, and where it is stored. A verdict is final. */
export async function settleEvidence(
  id: string,
  status: UploadVerdict,
  objectKey: string,
  now: Date,
): Promise<void> {
  await db().trackerEvidence.updateMany({
    where: { id, status: "pending" },
    data: { status, objectKey, verifiedAt: now },
  });
}

/** Uploads that should have been checked before `dueBefore` and were not, longest overdue first. */
export async function listOverdueEvidence(dueBefore: Date, limit: number): Promise<{ id: string }[]> {
  return db().trackerEvidence.findMany({
    where: { status: "pending", verifyAt: { lt: dueBefore } },
    orderBy: { verifyAt: "asc" },
    select: { id: true },
    take: limit,
  });
}
