import { z } from "zod";
import { advanceEnrollment } from "@/lib/crm/sequences/advance-enrollment";
import { ADVANCE_JOB } from "@/lib/crm/sequences/enqueue-advance";
import { STEP_REQUEUE_AFTER_MINUTES, STEP_SWEEP_ROWS } from "@/lib/crm/sequences/limits";
import { enqueueOverdue } from "@/lib/crm/sequences/store";
import { defineJob } from "@/lib/jobs/define-job";
import { db } from "@/lib/platform/database";

const MINUTE_MS = 60_000;

/** Brings one enrolment further. */
export const advanceEnrollmentJob = defineJob({
  ...ADVANCE_JOB,
  handler: ({ enrollment_id, due_at }, { now }) => advanceEnrollment(enrollment_id, new Date(due_at), now),
});

/** Adds jobs for enrolments that are due and have lost theirs. */
export const sweepEnrollments = defineJob({
  name: "crm.sweep-enrollments",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    const before = new Date(now.getTime() - STEP_REQUEUE_AFTER_MINUTES * MINUTE_MS);
    await enqueueOverdue(db(), before, STEP_SWEEP_ROWS, now);
    return undefined;
  },
});
