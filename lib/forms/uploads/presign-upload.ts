import { v7 as uuidv7 } from "uuid";
import type { z } from "zod";
import { publicFields } from "@/lib/forms/definition/rules";
import { UPLOAD_URL_EXPIRES_IN_S } from "@/lib/forms/limits";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import { limitVisits } from "@/lib/forms/public/submit-form";
import { formState } from "@/lib/forms/rules";
import { verifyUploadJob } from "@/lib/forms/uploads/jobs";
import { refusalOf, uploadKey } from "@/lib/forms/uploads/rules";
import type { PresignedUpload, PresignUpload } from "@/lib/forms/uploads/schema";
import { insertUpload } from "@/lib/forms/uploads/store";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { presignPut } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";

/**
 * Hands out a URL to which one announced file of one field can be uploaded, and sees to its check afterwards. The name
 * that the file is stored under is ours; the id is known to the visitor alone and can be submitted once.
 * @throws AppError not_found, not_configured without storage, invalid for a field or file that is not taken, conflict when
 *   the form is closed or full, too_many_requests
 */
export async function presignFormUpload(
  formId: string,
  body: PresignUpload,
  ip: string | null,
  now: Date,
): Promise<z.input<typeof PresignedUpload>> {
  const form = await getPublicFormRow(formId);
  if (!isStorageConfigured()) throw new AppError("not_configured", "File storage is not configured");
  await limitVisits("uploads", form.id, ip, now);
  if (formState(form, now) !== "open") throw new AppError("conflict", "This form takes no more answers");
  const field = publicFields(form.fields).find(({ key, type }) => key === body.field && type === "file");
  const { content_type: contentType, byte_size: byteSize, sha256, file_name: fileName } = body;
  const refusal = field
    ? refusalOf(field, { contentType, byteSize })
    : "The form has no file field with this id";
  if (refusal !== null) {
    const issues = [{ path: field ? "content_type" : "field", message: refusal }];
    throw new AppError("invalid", "The file is not taken.", { issues });
  }
  const id = uuidv7();
  const objectKey = uploadKey(form.id, id);
  const upload = { key: objectKey, contentType, byteSize, sha256Hex: sha256 };
  const { url, headers } = await presignPut(upload, UPLOAD_URL_EXPIRES_IN_S, now);
  await transaction(async (tx) => {
    await insertUpload(tx, {
      id,
      workspaceId: form.workspaceId,
      formId: form.id,
      fieldKey: body.field,
      fileName,
      contentType,
      byteSize,
      sha256,
      objectKey,
      createdAt: now,
    });
    await enqueue(tx, verifyUploadJob, { upload_id: id }, now);
  });
  return { upload_id: id, upload_url: url, upload_headers: headers, expires_in_s: UPLOAD_URL_EXPIRES_IN_S };
}
