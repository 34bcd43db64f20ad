import {
  ADVANCE_JOB,
  enqueueAdvance,
  enqueueStepRequests,
  STEP_REQUEST_JOB,
} from "@/lib/crm/sequences/enqueue-advance";
import { STEP_REQUEUE_AFTER_MS } from "@/lib/crm/sequences/limits";
import { listNeglectedRetries } from "@/lib/crm/sequences/retries/store";
import { listNeglectedSteps } from "@/lib/crm/sequences/store";
import { takeStepRequestTurn, takeStepTurn } from "@/lib/crm/sequences/take-step-turn";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { transaction } from "@/lib/platform/database";

/** Brings a workspace's enrolments further, all that are due. */
export const advanceEnrollmentJob = defineJob({
  ...ADVANCE_JOB,
  handler: async ({ workspace_id, due_at }, { now }) => {
    if (due_at && new Date(due_at) > now) return { againAt: new Date(due_at) };
    return takeStepTurn(workspace_id, now);
  },
});

/** Sends the requests of a workspace's enrolments. */
export const sendStepRequestsJob = defineJob({
  ...STEP_REQUEST_JOB,
  handler: ({ workspace_id }, { now }) => takeStepRequestTurn(workspace_id, now),
});

/** Adds jobs for enrolments that are due and have lost theirs, or are to be tried again. */
export const sweepEnrollments = defineScheduledJob({
  name: "crm.sweep-enrollments",
  schedule: "* * * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - STEP_REQUEUE_AFTER_MS);
    const [neglected, retries] = [await listNeglectedSteps(before, now), await listNeglectedRetries(before)];
    await transaction(async (tx) => {
      for (const { workspaceId, sends } of neglected) {
        await (sends ? enqueueStepRequests(tx, workspaceId, now) : enqueueAdvance(tx, workspaceId, now, now));
      }
      for (const workspaceId of retries) await enqueueStepRequests(tx, workspaceId, now);
    });
  },
});
