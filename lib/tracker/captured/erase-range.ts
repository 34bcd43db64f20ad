import { transaction } from "@/lib/platform/database";
import { ERASE_BATCH_ROWS } from "@/lib/tracker/captured/limits";
import {
  deleteLoneEvidenceOf,
  deleteSamplesOf,
  type ErasedBatch,
  type ErasedRange,
} from "@/lib/tracker/captured/store";
import { enqueueEnrich } from "@/lib/tracker/enrichment/enqueue-enrich";
import { enqueueEraseObjects } from "@/lib/tracker/evidence/enqueue-erase-objects";
import { deleteUnusedContexts, lockDevicesOf } from "@/lib/tracker/samples/store";

/**
 * Deletes a batch of what is left of a range: samples with everything derived from them, then screenshots without a
 * sample. A job added in the same transaction deletes the screenshots' objects.
 * @returns how much was deleted; 0 if nothing is left
 */
async function eraseBatch(range: ErasedRange, now: Date): Promise<ErasedBatch> {
  return transaction(async (tx) => {
    await lockDevicesOf(tx, [range.developerId]);
    const batch = await deleteSamplesOf(tx, range, ERASE_BATCH_ROWS, now);
    await deleteUnusedContexts(tx, batch.days);
    await enqueueEnrich(tx, range.developerId, batch.workspaceIds, now);
    if (batch.samples === 0) batch.evidenceRefs = await deleteLoneEvidenceOf(tx, range, ERASE_BATCH_ROWS);
    if (batch.evidenceRefs.length > 0) {
      await enqueueEraseObjects(tx, range.developerId, batch.evidenceRefs, now);
    }
    return batch;
  });
}

/**
 * Erases what is left of a range, batch by batch, within a time limit. It can be interrupted at any moment and run
 * again.
 * @returns how much was deleted, and whether nothing is left
 */
export async function eraseRange(
  range: ErasedRange,
  msMax: number,
  now: Date,
): Promise<{ samples: number; screenshots: number; isDone: boolean }> {
  const endsAt = performance.now() + msMax;
  let [samples, screenshots] = [0, 0];
  do {
    const { samples: gone, evidenceRefs } = await eraseBatch(range, now);
    samples += gone;
    screenshots += evidenceRefs.length;
    if (gone === 0 && evidenceRefs.length === 0) return { samples, screenshots, isDone: true };
  } while (performance.now() < endsAt);
  return { samples, screenshots, isDone: false };
}
