import { UPLOAD_ENDED_S } from "@/lib/forms/limits";
import { beginsAs, uploadKey, verifiedKey } from "@/lib/forms/uploads/rules";
import { findUpload, settleUpload } from "@/lib/forms/uploads/store";
import type { FormUpload } from "@/lib/platform/rows";
import { deleteObject } from "@/lib/platform/storage";
import { copyChecked } from "@/lib/platform/uploads";

/**
 * Compares a file with what was announced for it, and saves the verdict. A file that matches is first copied, using the
 * very bytes that were checked, to a place that no visitor can write to; later uploads to its URL change nothing. A file
 * that is missing is waited for until its URL has expired. Safe to run again at any point.
 * @returns the file as it is now, null if it went with its form; and when to run again, to delete what was uploaded once
 *   nobody can upload any more
 * @throws if the store can't be reached; the file stays pending
 */
export async function verifyUpload(
  id: string,
  now: Date,
): Promise<{ upload: FormUpload | null; againAt?: Date }> {
  const upload = await findUpload(id);
  if (!upload) return { upload };
  const { formId, objectKey } = upload;
  const endsAt = new Date(upload.createdAt.getTime() + UPLOAD_ENDED_S * 1000);
  const mayStillCome = now < endsAt;
  if (upload.status === "pending") {
    const key = verifiedKey(formId, id);
    const verdict = await copyChecked(upload, key, beginsAs);
    if (verdict !== "missing" || !mayStillCome) {
      await settleUpload(id, verdict, verdict === "verified" ? key : objectKey, now);
    }
  }
  const settled = await findUpload(id);
  if (mayStillCome) return { upload: settled, againAt: endsAt };
  await deleteObject(uploadKey(formId, id));
  // Of one from before files were copied, this is the only place.
  if (upload.status === "pending") await deleteObject(objectKey);
  if (settled?.status !== "verified") await deleteObject(verifiedKey(formId, id));
  return { upload: settled };
}
