import { z } from "zod";
import {
  FORM_RESTORE_DAYS,
  FORMS_ERASED_AT_ONCE_MAX,
  UPLOAD_CLAIM_MAX_MS,
  UPLOAD_PLACES_MAX,
  UPLOAD_VERIFY_DELAY_S,
  UPLOADS_SWEPT_AT_ONCE_MAX,
} from "@/lib/forms/limits";
import { eraseForms, listFormsDeletedBefore } from "@/lib/forms/store";
import { uploadPrefix } from "@/lib/forms/uploads/rules";
import { deleteUnclaimed, listUnclaimed } from "@/lib/forms/uploads/store";
import { verifyUpload } from "@/lib/forms/uploads/verify-upload";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { STORE_ATTEMPTS_MAX } from "@/lib/jobs/limits";
import { DAY_MS } from "@/lib/platform/limits";
import { deleteObject, deleteObjectsUnder } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";

/** Checks a file a minute after it was announced, and once more when nobody can upload there any more. */
export const verifyUploadJob = defineJob({
  name: "forms.verify-upload",
  payload: z.object({ upload_id: z.uuid() }),
  dedupeKey: ({ upload_id }) => upload_id,
  placesMax: UPLOAD_PLACES_MAX,
  attemptsMax: STORE_ATTEMPTS_MAX,
  delayMs: UPLOAD_VERIFY_DELAY_S * 1000,
  handler: async ({ upload_id }, { now }) => {
    const { againAt } = await verifyUpload(upload_id, now);
    return againAt && { againAt };
  },
});

/** Deletes the objects of each. @returns whose objects are gone, and why others' are not: those hold nobody up */
async function emptyEach<T>(
  items: readonly T[],
  deleteObjectsOf: (item: T) => Promise<void>,
): Promise<{ emptied: T[]; failure: unknown }> {
  if (!isStorageConfigured()) return { emptied: [...items], failure: undefined };
  const outcomes = await Promise.allSettled(items.map(deleteObjectsOf));
  return {
    emptied: items.filter((_, index) => outcomes[index]?.status === "fulfilled"),
    failure: outcomes.find((outcome) => outcome.status === "rejected")?.reason,
  };
}

/** Deletes files that no submission came for, or whose submission was deleted. */
export const sweepFormUploads = defineScheduledJob({
  name: "forms.sweep-uploads",
  schedule: "17 * * * *",
  run: async (now) => {
    // Twice the time that a submission may take, so that none under way loses its file.
    const unclaimed = await listUnclaimed(
      new Date(now.getTime() - 2 * UPLOAD_CLAIM_MAX_MS),
      UPLOADS_SWEPT_AT_ONCE_MAX,
    );
    const { emptied, failure } = await emptyEach(unclaimed, ({ objectKey }) => deleteObject(objectKey));
    await deleteUnclaimed(emptied.map(({ id }) => id));
    if (failure) throw failure;
    return unclaimed.length < UPLOADS_SWEPT_AT_ONCE_MAX ? undefined : { againAt: new Date() };
  },
});

/** Erases forms that were deleted too long ago to be restored, with their submissions and files. */
export const eraseDeletedForms = defineScheduledJob({
  name: "forms.erase-deleted",
  schedule: "47 3 * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - FORM_RESTORE_DAYS * DAY_MS);
    const ids = await listFormsDeletedBefore(before, FORMS_ERASED_AT_ONCE_MAX);
    const { emptied, failure } = await emptyEach(ids, (id) => deleteObjectsUnder(uploadPrefix(id)));
    await eraseForms(emptied);
    if (failure) throw failure;
    return ids.length < FORMS_ERASED_AT_ONCE_MAX ? undefined : { againAt: new Date() };
  },
});
