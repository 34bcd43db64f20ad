import { ERASE_BATCH_ROWS, ERASE_BATCHES_PER_RUN_MAX } from "@/lib/identity/erasure/limits";
import { finishErasure, isBeingErased, listErasureSteps } from "@/lib/identity/erasure/store";

/**
 * Continues erasing a developer: small statements, each committed on its own, so that this can be interrupted at any
 * moment and run again. Somebody who is not being erased is left alone.
 * @returns whether nothing is left; false if this run has done its share
 */
export async function eraseDeveloper(
  id: string,
  { batchRows, batchesMax } = { batchRows: ERASE_BATCH_ROWS, batchesMax: ERASE_BATCHES_PER_RUN_MAX },
): Promise<boolean> {
  if (!(await isBeingErased(id))) return true;
  let batches = 0;
  for (const step of await listErasureSteps()) {
    do {
      if (batches >= batchesMax) return false;
      batches += 1;
    } while ((await step(id, batchRows)) > 0);
  }
  return finishErasure(id, batchRows);
}
