import { EMAIL_EVENTS_KEPT_DAYS, EMAIL_EVENTS_SWEPT_MAX } from "@/lib/crm/emails/limits";
import { deleteEmailEvents } from "@/lib/crm/emails/store";
import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS } from "@/lib/platform/limits";

/** Deletes events of mails that have been kept long enough; addresses that must get no mail stay known. */
export const sweepEmailEvents = defineScheduledJob({
  name: "crm.sweep-email-events",
  schedule: "29 2 * * *",
  run(now) {
    const before = new Date(now.getTime() - EMAIL_EVENTS_KEPT_DAYS * DAY_MS);
    return inBatches(EMAIL_EVENTS_SWEPT_MAX, [(limit) => deleteEmailEvents(before, limit)]);
  },
});
