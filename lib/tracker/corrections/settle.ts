import type { Db } from "@/lib/platform/database";
import { CORRECT_IN_REQUEST_MS } from "@/lib/tracker/corrections/limits";
import { type CorrectionRow, markCorrected, type Touched } from "@/lib/tracker/corrections/store";
import { enqueueEnrich } from "@/lib/tracker/enrichment/enqueue-enrich";
import { deriveNow } from "@/lib/tracker/enrichment/enrich-workspace";

/**
 * Marks what a correction affects to be derived again, by jobs of the workspaces for which the samples were captured.
 */
export async function markTouched(tx: Db, correction: CorrectionRow, now: Date): Promise<Touched> {
  const touched = await markCorrected(tx, correction, now);
  const workspaceIds = touched.buckets.map((bucket) => bucket.workspaceId);
  await enqueueEnrich(tx, correction.developerId, workspaceIds, now);
  return touched;
}

/** Derives at once what the person looks at next. @returns whether that was everything */
export async function settleTouched({ buckets }: Touched, now: Date): Promise<boolean> {
  return deriveNow(buckets, CORRECT_IN_REQUEST_MS, now);
}
