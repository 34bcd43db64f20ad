import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { notifyOfFailing } from "@/lib/webhooks/notices/notify-managers";
import { notifyOfWithheld } from "@/lib/webhooks/notices/notify-withheld";

/** Notifies people about webhooks that have been failing for an hour, and about those that work again. */
export const notifyOfFailingWebhooks = defineJob({
  name: "webhooks.tell-of-failing",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    await notifyOfFailing(now);
    return undefined;
  },
});

/** Notifies people about webhooks whose owners may no longer see what they send. */
export const notifyOfWithheldEvents = defineJob({
  name: "webhooks.tell-of-withheld",
  payload: z.object({}),
  schedule: "*/10 * * * *",
  dedupeKey: () => "all",
  handler: async (_payload, { now }) => {
    await notifyOfWithheld(now);
    return undefined;
  },
});
