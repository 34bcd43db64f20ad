import { type Db, db, Prisma } from "@/lib/platform/database";
import type { TrackerEvidence } from "@/lib/platform/rows";
import type { UploadVerdict } from "@/lib/platform/uploads";
import type { Described } from "@/lib/tracker/enrichment/category-rules";
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

export type EvidenceInWorkspace = TrackerEvidence & { workspaceId: string };

/**
 * An upload by its reference, with the workspace of its project; null for an unknown one, and if its owner is being
 * erased.
 */
export async function findEvidenceByRef(ref: string): Promise<EvidenceInWorkspace | null> {
  const [row] = await db().$queryRaw<EvidenceInWorkspace[]>`
    SELECT e.id::text, e.ref, e.device_id::text AS "deviceId", e.developer_id::text AS "developerId",
           e.project_id::text AS "projectId", e.event_id AS "eventId", e.object_key AS "objectKey",
           e.content_type AS "contentType", e.byte_size AS "byteSize", e.sha256, e.status,
           e.verify_at AS "verifyAt", e.verified_at AS "verifiedAt", e.created_at AS "createdAt",
           p.workspace_id::text AS "workspaceId"
    FROM tracker_evidence e JOIN project p ON p.id = e.project_id
    JOIN developer d ON d.id = e.developer_id AND d.erasing_at IS NULL
    WHERE e.ref = ${ref}`;
  return row ?? null;
}

/** What a screenshot's sample shows; null until the sample arrives. */
export async function findSampleOf(
  tx: Db,
  { developerId, deviceId, eventId }: Pick<TrackerEvidence, "developerId" | "deviceId" | "eventId">,
): Promise<Described | null> {
  const [row] = await tx.$queryRaw<Described[]>`
    SELECT shown.app_name AS "appName", shown.bundle_id AS "bundleId", shown.window_title AS "windowTitle", shown.url,
      shown.page_title AS "pageTitle", coalesce(shown.file_path, shown.editor_file) AS path,
      s.is_private IS TRUE AS "isPrivate", s.in_call IS TRUE AS "inCall", shown.call_app AS "callApp",
      s.interval_s AS "intervalS",
      CASE WHEN s.key_events IS NOT NULL OR s.mouse_events IS NOT NULL
        THEN coalesce(s.key_events, 0)::float8 + coalesce(s.mouse_events, 0) END AS "inputEvents"
    FROM tracker_event_sample s ${Prisma.raw(SHOWN)}
    WHERE s.developer_id = ${developerId}::uuid AND s.ts = ANY(ARRAY${timesOfEvent(deviceId, eventId)})
      AND s.device_id = ${deviceId}::uuid AND s.event_id = ${eventId}`;
  return row ?? null;
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

/** Deletes the screenshots of samples. */
export async function deleteEvidenceOfSamples(tx: Db, sampleIds: readonly string[]): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence e USING tracker_event_sample s
    WHERE s.id = ANY(${[...sampleIds]}::bigint[]) AND e.device_id = s.device_id AND e.event_id = s.event_id
    RETURNING e.developer_id::text AS "developerId", e.ref`;
}

/** Deletes screenshots, checked between two instants, whose sample has not arrived; at most `limit`. */
export async function deleteEvidenceWithoutSample(
  tx: Db,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<GoneEvidence[]> {
  return tx.$queryRaw<GoneEvidence[]>`
    DELETE FROM tracker_evidence WHERE id = ANY(ARRAY(
      SELECT e.id FROM tracker_evidence e
      WHERE e.status = 'verified' AND e.verify_at >= ${from}::timestamptz AND e.verify_at < ${to}::timestamptz
        AND ${LACKS_SAMPLE}
      ORDER BY e.verify_at LIMIT ${limit}))
    RETURNING developer_id::text AS "developerId", ref`;
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
