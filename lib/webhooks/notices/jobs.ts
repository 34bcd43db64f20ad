import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { tellOfFailing } from "@/lib/webhooks/notices/tell-managers";

/** Tells of webhooks that have been failing for an hour, and of those that work again. */
export const tellOfFailingWebhooks = defineJob({
  name: "webhooks.tell-of-failing",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    await tellOfFailing(now);
    return undefined;
  },
});
