import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { eraseDeletedTables } from "@/lib/tables/erase-deleted";

/** Every hour: erases the rows and tables that can't be restored any more. */
export const eraseDeletedTablesJob = defineJob({
  name: "tables.erase-deleted",
  payload: z.object({}),
  schedule: "41 * * * *",
  dedupeKey: () => "all",
  handler: (_, { now }) => eraseDeletedTables(now),
});
