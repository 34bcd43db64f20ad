import { z } from "zod";
import { Timestamp } from "@/lib/http/fields";
import { defineJob } from "@/lib/jobs/define-job";
import { sendHeld } from "@/lib/webhooks/held/send-held";
import { RECOVER_JOB_MS } from "@/lib/webhooks/limits";

/** Continues turning held events into deliveries if a request had no time left; for a while at a time. */
export const sendHeldEvents = defineJob({
  name: "webhooks.send-held",
  payload: z.object({ webhook_id: z.uuid(), since: Timestamp, until: Timestamp }),
  concurrency: { key: ({ webhook_id }) => webhook_id, limit: 1 },
  dedupeKey: ({ webhook_id, since, until }) => `${webhook_id}:${since}:${until}`,
  handler: async ({ webhook_id, since, until }, { now }) => {
    const span = { since: new Date(since), until: new Date(until) };
    const { isMore } = await sendHeld(webhook_id, span, RECOVER_JOB_MS);
    return isMore ? { againAt: now } : undefined;
  },
});
