import type { Outcome } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS } from "@/lib/platform/limits";
import { ROW_RESTORE_DAYS, ROWS_ERASED_PER_BATCH } from "@/lib/tables/limits";
import { eraseRows } from "@/lib/tables/rows/store";
import { eraseOldTries } from "@/lib/tables/shared/store";
import { eraseTables } from "@/lib/tables/store";

/**
 * Erases the rows and tables whose time to be restored is over, in small batches, and tries of passwords long past.
 * @returns when to go on, where there is more than one run should do
 */
export async function eraseDeletedTables(now: Date): Promise<Outcome> {
  const deletedBefore = new Date(now.getTime() - ROW_RESTORE_DAYS * DAY_MS);
  const outcome = await inBatches(ROWS_ERASED_PER_BATCH, [(limit) => eraseRows(deletedBefore, limit)]);
  await eraseTables(deletedBefore);
  await eraseOldTries(new Date(now.getTime() - DAY_MS));
  return outcome;
}
