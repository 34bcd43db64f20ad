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
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import { defineJob, defineScheduledJob, type Outcome, type Turn } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { WORK_AT_ONCE } from "@/lib/jobs/limits";
import { workThrough } from "@/lib/jobs/work-through";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";

/** Brings the runs of all workspaces further that can be, workspaces in turns. */
function workThroughRuns(turn: Turn, sends: boolean): Promise<Outcome> {
  const take = sends ? takeRunRequestTurn : takeRunTurn;
  return workThrough(turn, {
    find: async () => {
      const now = new Date();
      const found = (await listNeglectedRuns(now, now)).filter((each) => each.sends === sends);
      const places = sends ? [...Array(REQUESTS_AT_ONCE_MAX).keys()] : [0];
      return places.flatMap((place) => found.map(({ workspaceId }) => ({ workspaceId, place })));
    },
    keyOf: ({ workspaceId, place }) => `${workspaceId}:${place}`,
    work: ({ workspaceId }) => take(workspaceId, new Date()),
    atOnce: sends ? env().WORKER_PLACES : WORK_AT_ONCE,
  });
}

/** Does what the runs of a workspace do to the database. */
export const runAutomationJob = defineJob({
  ...RUN_JOB,
  batch: { work: (turn) => workThroughRuns(turn, false) },
  handler: ({ workspace_id }, { now }) => takeRunTurn(workspace_id, now),
});

/** Sends the requests of a workspace's runs. */
export const sendRunRequestsJob = defineJob({
  ...RUN_REQUEST_JOB,
  batch: { work: (turn) => workThroughRuns(turn, true) },
  handler: ({ workspace_id }, { now }) => takeRunRequestTurn(workspace_id, now),
});

/**
 * Adds jobs for runs that have lost theirs or are to be tried again, ends those that could not be done for a day, and
 * deletes old ones.
 */
export const sweepRuns = defineScheduledJob({
  name: "crm.sweep-runs",
  schedule: "* * * * *",
  run: async (now) => {
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
