import { defineScheduledJob } from "@/lib/jobs/define-job";
import { eraseDeletedTables } from "@/lib/tables/erase-deleted";

/** Every hour: erases the rows and tables that can't be restored any more. */
export const eraseDeletedTablesJob = defineScheduledJob({
  name: "tables.erase-deleted",
  schedule: "41 * * * *",
  run: eraseDeletedTables,
});
