import type { Submission, UploadStatus } from "@/lib/forms/submissions/schema";
import type { SubmissionRow } from "@/lib/forms/submissions/store";

/** A submission as members see it. */
export function presentSubmission(row: SubmissionRow): Submission {
  return {
    id: row.id,
    form_id: row.formId,
    submitted_at: row.createdAt.toISOString(),
    values: row.values,
    is_spam: row.isSpam,
    spam_reasons: row.spamReasons,
    files: row.uploads.map((file) => ({
      upload_id: file.id,
      field: file.fieldKey,
      file_name: file.fileName,
      content_type: file.contentType,
      byte_size: file.byteSize,
      status: file.status as UploadStatus,
    })),
    delivery: { status: row.deliveryStatus, record_id: row.deliveryRecordId, error: row.deliveryError },
  };
}
