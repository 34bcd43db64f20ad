import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { tellOfFailing } from "@/lib/webhooks/notices/tell-managers";
import { tellOfWithheld } from "@/lib/webhooks/notices/tell-withheld";

/** Notifies people about webhooks that have been failing for an hour, and about those that work again. */
export const tellOfFailingWebhooks = defineJob({
  name: "webhooks.tell-of-failing",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    await tellOfFailing(now);
    return undefined;
  },
});

/** Notifies people about webhooks whose owners may no longer see what they send. */
export const tellOfWithheldEvents = defineJob({
  name: "webhooks.tell-of-withheld",
  payload: z.object({}),
  schedule: "*/10 * * * *",
  dedupeKey: () => "all",
  handler: async (_payload, { now }) => {
    await tellOfWithheld(now);
    return undefined;
  },
});
