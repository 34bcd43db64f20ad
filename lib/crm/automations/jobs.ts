import { z } from "zod";
import { enqueueRuns, RUN_JOB } from "@/lib/crm/automations/enqueue-runs";
import {
  RUN_GIVE_UP_AFTER_HOURS,
  RUN_REQUEUE_AFTER_MINUTES,
  RUN_SWEEP_ROWS,
  RUNS_KEPT_DAYS,
} from "@/lib/crm/automations/limits";
import { giveUpRun, runAutomation } from "@/lib/crm/automations/run-automation";
import { deleteRunsBefore, listUnfinishedRuns } from "@/lib/crm/automations/store";
import { defineJob } from "@/lib/jobs/define-job";
import { transaction } from "@/lib/platform/database";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Does one run of an automation. */
export const runAutomationJob = defineJob({
  ...RUN_JOB,
  handler: ({ run_id }, { now }) => runAutomation(run_id, now),
});

/** Adds jobs for runs that have lost theirs, ends those that could not be done for a day, and deletes old ones. */
export const sweepRuns = defineJob({
  name: "crm.sweep-runs",
  payload: z.object({}),
  schedule: "*/5 * * * *",
  handler: async (_payload, { now }) => {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const giveUp = ago(RUN_GIVE_UP_AFTER_HOURS * HOUR_MS);
    const lost = await listUnfinishedRuns(giveUp, ago(RUN_REQUEUE_AFTER_MINUTES * MINUTE_MS), RUN_SWEEP_ROWS);
    await transaction((tx) => enqueueRuns(tx, lost, now));
    const hopeless = await listUnfinishedRuns(new Date(0), giveUp, RUN_SWEEP_ROWS);
    for (const { id } of hopeless) await giveUpRun(id, now);
    const before = ago(RUNS_KEPT_DAYS * DAY_MS);
    while ((await deleteRunsBefore(before, RUN_SWEEP_ROWS)) === RUN_SWEEP_ROWS);
    return undefined;
  },
});
