import type { UploadStatus } from "@/lib/forms/submissions/schema";
import { type Db, db } from "@/lib/platform/database";
import type { FormUpload } from "@/lib/platform/rows";

type NewUpload = Omit<FormUpload, "status" | "verifiedAt" | "submissionId">;

/** Notes a file that may come, as pending. */
export async function insertUpload(tx: Db, upload: NewUpload): Promise<void> {
  await tx.formUpload.create({ data: upload, select: { id: true } });
}

/** A file as noted; null when it went with its form. */
export async function findUpload(id: string): Promise<FormUpload | null> {
  return db().formUpload.findUnique({ where: { id } });
}

/** A submission's file; null for any other. */
export async function findUploadOf(submissionId: string, id: string): Promise<FormUpload | null> {
  return db().formUpload.findFirst({ where: { id, submissionId } });
}

/**
 * Gives files to the submission that carries them: each once, of the form and field it was made for, and not of another
 * time.
 * @returns the fields whose files it could be given
 */
export async function claimUploads(
  tx: Db,
  submission: { id: string; formId: string },
  files: readonly { field: string; uploadId: string }[],
  since: Date,
): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ field: string }[]>`
    UPDATE form_upload u SET submission_id = ${submission.id}::uuid
    FROM unnest(${files.map(({ uploadId }) => uploadId)}::uuid[], ${files.map(({ field }) => field)}::text[])
      AS given(id, field)
    WHERE u.id = given.id AND u.field_key = given.field AND u.form_id = ${submission.formId}::uuid
      AND u.submission_id IS NULL AND u.created_at >= ${since}::timestamptz
      AND u.status NOT IN ('mismatch', 'missing')
    RETURNING u.field_key AS field`;
  return new Set(rows.map(({ field }) => field));
}

/** Writes down what a pending file turned out to be, and where it lies; a verdict once given stays. */
export async function settleUpload(
  id: string,
  status: UploadStatus,
  objectKey: string,
  now: Date,
): Promise<void> {
  const data = { status, objectKey, verifiedAt: now };
  await db().formUpload.updateMany({ where: { id, status: "pending" }, data });
}

/** Files from before a time that no submission carries, oldest first. */
export async function listUnclaimed(
  before: Date,
  limit: number,
): Promise<{ id: string; objectKey: string }[]> {
  return db().formUpload.findMany({
    where: { submissionId: null, createdAt: { lt: before } },
    orderBy: { createdAt: "asc" },
    select: { id: true, objectKey: true },
    take: limit,
  });
}

/** Forgets files that no submission carries. */
export async function deleteUnclaimed(ids: readonly string[]): Promise<void> {
  await db().formUpload.deleteMany({ where: { id: { in: [...ids] }, submissionId: null } });
}
