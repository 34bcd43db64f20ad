import { z } from "zod";
import { eraseDeletedRecords } from "@/lib/crm/records/erase-records";
import { defineJob } from "@/lib/jobs/define-job";

/** Every hour: erases the records that can't be restored any more. */
export const eraseDeletedRecordsJob = defineJob({
  name: "crm.erase-deleted-records",
  payload: z.object({}),
  schedule: "23 * * * *",
  dedupeKey: () => "all",
  handler: (_, { now }) => eraseDeletedRecords(now),
});
