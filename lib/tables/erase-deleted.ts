import { ROW_RESTORE_DAYS, ROWS_ERASED_PER_BATCH } from "@/lib/tables/limits";
import { eraseRows } from "@/lib/tables/rows/store";
import { eraseOldTries } from "@/lib/tables/shared/store";
import { eraseTables } from "@/lib/tables/store";

const DAY_MS = 86_400_000;

/** Erases the rows and tables whose time to be restored is over, in small batches, and tries of passwords long past. */
export async function eraseDeletedTables(now: Date): Promise<void> {
  const deletedBefore = new Date(now.getTime() - ROW_RESTORE_DAYS * DAY_MS);
  while ((await eraseRows(deletedBefore, ROWS_ERASED_PER_BATCH)) > 0);
  await eraseTables(deletedBefore);
  await eraseOldTries(new Date(now.getTime() - DAY_MS));
}
