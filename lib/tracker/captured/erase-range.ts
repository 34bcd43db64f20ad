import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { ERASE_BATCH_ROWS } from "@/lib/tracker/captured/limits";
import {
  deleteLoneEvidenceOf,
  deleteSamplesOf,
  type ErasedBatch,
  type ErasedRange,
} from "@/lib/tracker/captured/store";
import { eraseEvidenceObjects } from "@/lib/tracker/evidence/jobs";

/**
 * Deletes a batch of what is left of a range: samples with all that was made of them, then screenshots without a sample.
 * The objects of screenshots go with the rows: a job in the same transaction deletes them.
 * @returns how much went; nothing when nothing is left
 */
async function eraseBatch(range: ErasedRange, now: Date): Promise<ErasedBatch> {
  return transaction(async (tx) => {
    const batch = await deleteSamplesOf(tx, range, ERASE_BATCH_ROWS, now);
    if (batch.samples === 0) batch.evidenceRefs = await deleteLoneEvidenceOf(tx, range, ERASE_BATCH_ROWS);
    if (batch.evidenceRefs.length > 0) {
      const objects = {
        developer_id: range.developerId,
        refs: batch.evidenceRefs,
        erased_at: now.toISOString(),
      };
      await enqueue(tx, eraseEvidenceObjects, objects, now);
    }
    return batch;
  });
}

/**
 * Erases what is left of a range, batch by batch, for so long. It may be cut off at any moment and run again.
 * @returns how much went, and whether nothing is left
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
