import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { db } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import { TRACKER_IMPORT_JOB } from "@/lib/tracker/imports/enqueue-import";
import {
  TRACKER_IMPORT_RECEIVING_MINUTES,
  TRACKER_IMPORT_REQUEUE_AFTER_MINUTES,
  TRACKER_IMPORT_SWEEP_ROWS,
} from "@/lib/tracker/imports/limits";
import { runImport } from "@/lib/tracker/imports/run-import";
import { deleteUnfinished, listNeglected } from "@/lib/tracker/imports/store";

/** Continues an import, or undoes it. */
export const runTrackerImport = defineJob({
  ...TRACKER_IMPORT_JOB,
  handler: ({ import_id }, { now }) => runImport(import_id, now),
});

/** Enqueues lost jobs of unfinished imports again, and deletes imports whose file never arrived completely. */
export const sweepTrackerImports = defineScheduledJob({
  name: "tracker.sweep-imports",
  schedule: "*/5 * * * *",
  run: async (now) => {
    const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
    const neglected = await listNeglected(
      before(TRACKER_IMPORT_REQUEUE_AFTER_MINUTES),
      TRACKER_IMPORT_SWEEP_ROWS,
    );
    for (const id of neglected) await enqueue(db(), TRACKER_IMPORT_JOB, { import_id: id }, now);
    await deleteUnfinished(before(TRACKER_IMPORT_RECEIVING_MINUTES));
  },
});
