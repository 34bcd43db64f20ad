import { z } from "zod";
import { FORMS_TOLD_AT_ONCE_MAX, RECEIPT_PLACES_MAX } from "@/lib/forms/limits";
import { mailReceipt } from "@/lib/forms/notices/mail-receipt";
import { notifyOwner } from "@/lib/forms/notices/notify-owner";
import { listFormNews } from "@/lib/forms/notices/store";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";

/** Notifies the people who made forms of new answers, each form once a minute at most. */
export const notifyFormOwners = defineScheduledJob({
  name: "forms.tell-owners",
  schedule: "* * * * *",
  run: (now) =>
    inBatches(FORMS_TOLD_AT_ONCE_MAX, [
      async (limit) => {
        const ids = await listFormNews(limit);
        for (const id of ids) await notifyOwner(id, now);
        return ids.length;
      },
    ]),
});

/** Mails a visitor a receipt for their answers. */
export const mailReceiptJob = defineJob({
  name: "forms.mail-receipt",
  payload: z.object({ submission_id: z.uuid() }),
  dedupeKey: ({ submission_id }) => submission_id,
  placesMax: RECEIPT_PLACES_MAX,
  handler: async ({ submission_id }, { now, isRetry }) => {
    await mailReceipt(submission_id, now, isRetry);
    return undefined;
  },
});
