import { z } from "zod";
import { EMAIL_EVENTS_KEPT_DAYS, EMAIL_EVENTS_SWEPT_MAX } from "@/lib/crm/emails/limits";
import { deleteEmailEvents } from "@/lib/crm/emails/store";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS } from "@/lib/platform/limits";

/** Deletes events of mails that have been kept long enough; addresses that must get no mail stay known. */
export const sweepEmailEvents = defineJob({
  name: "crm.sweep-email-events",
  payload: z.object({}),
  schedule: "29 2 * * *",
  dedupeKey: () => "all",
  handler(_payload, { now }) {
    const before = new Date(now.getTime() - EMAIL_EVENTS_KEPT_DAYS * DAY_MS);
    return inBatches(EMAIL_EVENTS_SWEPT_MAX, [(limit) => deleteEmailEvents(before, limit)]);
  },
});
