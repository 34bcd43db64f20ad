import { RECORD_RESTORE_DAYS, RECORDS_ERASED_PER_BATCH } from "@/lib/crm/records/limits";
import { eraseRecords, lockErasable } from "@/lib/crm/records/store";
import { withdrawAbout } from "@/lib/crm/records/withdraw-about";
import type { Outcome } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";

/**
 * Erases the records whose time to be restored is over, with their timelines and what people were notified of
 * about them, in small batches.
 * @returns when to go on, where there is more than one run should do
 */
export function eraseDeletedRecords(now: Date): Promise<Outcome> {
  const deletedBefore = new Date(now.getTime() - RECORD_RESTORE_DAYS * DAY_MS);
  const eraseSome = (limit: number) =>
    transaction(async (tx) => {
      const ids = await lockErasable(tx, deletedBefore, limit);
      await withdrawAbout(tx, ids);
      await eraseRecords(tx, ids);
      return ids.length;
    });
  return inBatches(RECORDS_ERASED_PER_BATCH, [eraseSome]);
}
