import { eraseDeletedRecords } from "@/lib/crm/records/erase-records";
import { defineScheduledJob } from "@/lib/jobs/define-job";

/** Every hour: erases the records that can't be restored any more. */
export const eraseDeletedRecordsJob = defineScheduledJob({
  name: "crm.erase-deleted-records",
  schedule: "23 * * * *",
  run: eraseDeletedRecords,
});
