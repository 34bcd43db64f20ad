import { enqueueImport, IMPORT_JOB } from "@/lib/crm/import/enqueue-import";
import {
  IMPORT_CHANGES_ERASED_PER_BATCH,
  IMPORT_CHECKED_HOURS,
  IMPORT_RECEIVING_HOURS,
  IMPORT_REQUEUE_AFTER_MINUTES,
  IMPORT_SWEEP_ROWS,
} from "@/lib/crm/import/limits";
import { runImport } from "@/lib/crm/import/run-import";
import { eraseChanges, expireImports, listNeglected } from "@/lib/crm/import/store";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { db } from "@/lib/platform/database";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";

/** Continues an import, or undoes it. */
export const runImportJob = defineJob({
  ...IMPORT_JOB,
  handler: ({ import_id, workspace_id }, { now }) => runImport(workspace_id, import_id, now),
});

/** Enqueues lost jobs of unfinished imports again, so that losing one only delays its import. */
export const sweepImports = defineScheduledJob({
  name: "crm.sweep-imports",
  schedule: "* * * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - IMPORT_REQUEUE_AFTER_MINUTES * MINUTE_MS);
    for (const row of await listNeglected(before, IMPORT_SWEEP_ROWS)) await enqueueImport(db(), row, now);
  },
});

/** Every hour: deletes rows of imports that nobody started, and changes that can't be undone any more. */
export const eraseOldImports = defineScheduledJob({
  name: "crm.erase-old-imports",
  schedule: "37 * * * *",
  run: async (now) => {
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
    await expireImports(ago(IMPORT_RECEIVING_HOURS), ago(IMPORT_CHECKED_HOURS), now);
    return inBatches(IMPORT_CHANGES_ERASED_PER_BATCH, [(limit) => eraseChanges(now, limit)]);
  },
});
