import { defineScheduledJob } from "@/lib/jobs/define-job";
import { engine } from "@/lib/jobs/engine";
import { GIVEN_UP_JOBS_KEPT_DAYS } from "@/lib/jobs/limits";
import { sendOutbox } from "@/lib/jobs/outbox";
import { deleteGivenUpJobs } from "@/lib/jobs/store";
import { DAY_MS } from "@/lib/platform/limits";

/** Sends what requests left in the outbox because Inngest was unreachable or their process died. */
export const sweepOutbox = defineScheduledJob({
  name: "jobs.sweep-outbox",
  schedule: "* * * * *",
  run: async (now) => {
    if (engine() === "inngest") await sendOutbox(now);
  },
});

/** Deletes embedded jobs that were given up long ago; Inngest deletes its own. */
export const sweepGivenUpJobs = defineScheduledJob({
  name: "jobs.sweep-given-up",
  schedule: "17 * * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - GIVEN_UP_JOBS_KEPT_DAYS * DAY_MS);
    if (engine() === "embedded") await deleteGivenUpJobs(before);
  },
});
