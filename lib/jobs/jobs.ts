import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { engine } from "@/lib/jobs/engine";
import { GIVEN_UP_JOBS_KEPT_DAYS } from "@/lib/jobs/limits";
import { sendOutbox } from "@/lib/jobs/outbox";
import { deleteGivenUpJobs } from "@/lib/jobs/store";
import { DAY_MS } from "@/lib/platform/limits";

/** Sends what requests left in the outbox because Inngest was unreachable or their process died. */
export const sweepOutbox = defineJob({
  name: "jobs.sweep-outbox",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    if (engine() === "inngest") await sendOutbox(now);
    return undefined;
  },
});

/** Deletes embedded jobs that were given up long ago; Inngest deletes its own. */
export const sweepGivenUpJobs = defineJob({
  name: "jobs.sweep-given-up",
  payload: z.object({}),
  schedule: "17 * * * *",
  handler: async (_payload, { now }) => {
    const before = new Date(now.getTime() - GIVEN_UP_JOBS_KEPT_DAYS * DAY_MS);
    if (engine() === "embedded") await deleteGivenUpJobs(before);
    return undefined;
  },
});
