import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { FILE_URL_EXPIRES_IN_S } from "@/lib/forms/limits";
import { getSubmissionRow } from "@/lib/forms/submissions/list-submissions";
import type { FileLink } from "@/lib/forms/submissions/schema";
import { savedName } from "@/lib/forms/uploads/rules";
import { findUploadOf } from "@/lib/forms/uploads/store";
import { verifyUpload } from "@/lib/forms/uploads/verify-upload";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { hasObject, presignGet } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";

/**
 * A short-lived URL from which a submission's file is saved, never shown: browsers get it as bytes to keep, whatever it
 * is. Only what turned out to be what was announced is handed out; what was not checked yet is checked now. Every download
 * is audited.
 * @throws AppError not_found, alike for what never came or did not match; conflict while it may still come;
 *   not_configured when the storage was taken away
 * @throws StoreError while the store is away: nothing is downloaded then, and none is audited
 */
export async function getFileLink(
  scope: WorkspaceScope,
  {
    form_id: formId,
    submission_id,
    upload_id,
  }: { form_id: string; submission_id: string; upload_id: string },
  now: Date,
): Promise<FileLink> {
  const submission = await getSubmissionRow(db(), scope, formId, submission_id);
  const found = await findUploadOf(submission.id, upload_id);
  if (!found) throw new AppError("not_found", "File not found");
  if (!isStorageConfigured()) throw new AppError("not_configured", "File storage is not configured");
  const upload = found.status === "pending" ? (await verifyUpload(found.id, now)).upload : found;
  if (upload?.status === "pending") {
    throw new AppError("conflict", "The file has not arrived yet: try again in some minutes");
  }
  if (upload?.status !== "verified" || !(await hasObject(upload.objectKey))) {
    throw new AppError("not_found", "File not found");
  }
  const fileName = savedName(upload.fileName);
  const download = { key: upload.objectKey, contentType: "application/octet-stream", fileName };
  const url = await presignGet(download, FILE_URL_EXPIRES_IN_S, now);
  const entry = {
    action: "form_file.downloaded",
    target: { type: "form_upload", id: upload.id },
    after: { form_id: formId, submission_id },
  };
  await recordAudit(db(), scope, entry, now);
  return { url, file_name: fileName, expires_in_s: FILE_URL_EXPIRES_IN_S };
}
