import { z } from "zod";
import {
  enqueueRunRequests,
  enqueueRuns,
  RUN_JOB,
  RUN_REQUEST_JOB,
} from "@/lib/crm/automations/enqueue-runs";
import {
  RUN_GIVE_UP_AFTER_HOURS,
  RUN_REQUEUE_AFTER_MS,
  RUN_SWEEP_ROWS,
  RUNS_KEPT_DAYS,
} from "@/lib/crm/automations/limits";
import { giveUpRun } from "@/lib/crm/automations/run-automation";
import { deleteRunsBefore, listNeglectedRuns, listUnfinishedRuns } from "@/lib/crm/automations/runs/store";
import { takeRunRequestTurn, takeRunTurn } from "@/lib/crm/automations/take-run-turn";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { transaction } from "@/lib/platform/database";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Does what the runs of a workspace do to the database. */
export const runAutomationJob = defineJob({
  ...RUN_JOB,
  handler: ({ workspace_id }, { now }) => takeRunTurn(workspace_id, now),
});

/** Sends the requests of a workspace's runs. */
export const sendRunRequestsJob = defineJob({
  ...RUN_REQUEST_JOB,
  handler: ({ workspace_id }, { now }) => takeRunRequestTurn(workspace_id, now),
});

/**
 * Adds jobs for runs that have lost theirs or are to be tried again, ends those that could not be done for a day, and
 * deletes old ones.
 */
export const sweepRuns = defineJob({
  name: "crm.sweep-runs",
  payload: z.object({}),
  schedule: "* * * * *",
  dedupeKey: () => "all",
  handler: async (_payload, { now }) => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const hopeless = await listUnfinishedRuns(ago(RUN_GIVE_UP_AFTER_HOURS * HOUR_MS), RUN_SWEEP_ROWS);
    for (const { id } of hopeless) await giveUpRun(id, now);
    const neglected = await listNeglectedRuns(ago(RUN_REQUEUE_AFTER_MS), now);
    await transaction(async (tx) => {
      for (const { workspaceId, sends } of neglected) {
        await (sends ? enqueueRunRequests(tx, workspaceId, now) : enqueueRuns(tx, workspaceId, now));
      }
    });
    const before = ago(RUNS_KEPT_DAYS * DAY_MS);
    return inBatches(RUN_SWEEP_ROWS, [(limit) => deleteRunsBefore(before, limit)]);
  },
});
