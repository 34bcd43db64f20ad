import { type Db, db } from "@/lib/platform/database";
import type { TrackerEvidence } from "@/lib/platform/rows";
import type { UploadVerdict } from "@/lib/platform/uploads";

type NewRow = Omit<TrackerEvidence, "id" | "status" | "verifiedAt">;

/** Notes an upload that may come, as pending. @returns its id */
export async function insertEvidence(tx: Db, row: NewRow): Promise<string> {
  const { id } = await tx.trackerEvidence.create({ data: row, select: { id: true } });
  return id;
}

/** An upload as noted; null when it went with its device or developer. */
export async function findEvidence(id: string): Promise<TrackerEvidence | null> {
  return db().trackerEvidence.findUnique({ where: { id } });
}

export type EvidenceInWorkspace = TrackerEvidence & { workspaceId: string };

/**
 * An upload by its reference, with the workspace of the project it was made for; null for an unknown one, and for one of
 * somebody who is being erased.
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

/** Writes down what a pending upload turned out to be, and where it lies; a verdict once given stays. */
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
