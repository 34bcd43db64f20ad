import { RECORD_RESTORE_DAYS, RECORDS_ERASED_PER_BATCH } from "@/lib/crm/records/limits";
import { eraseRecords } from "@/lib/crm/records/store";

const DAY_MS = 86_400_000;

/** Erases the records whose time to be restored is over, with their timelines, in small batches. */
export async function eraseDeletedRecords(now: Date): Promise<void> {
  const deletedBefore = new Date(now.getTime() - RECORD_RESTORE_DAYS * DAY_MS);
  while ((await eraseRecords(deletedBefore, RECORDS_ERASED_PER_BATCH)) === RECORDS_ERASED_PER_BATCH);
}
