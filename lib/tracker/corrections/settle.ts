import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { CORRECT_IN_REQUEST_MS } from "@/lib/tracker/corrections/limits";
import { type CorrectionRow, markCorrected, type Touched } from "@/lib/tracker/corrections/store";
import { deriveNow } from "@/lib/tracker/enrichment/enrich-workspace";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";

/**
 * Marks what a correction affects to be derived again, by jobs of the workspaces for which the samples were captured.
 */
export async function markTouched(tx: Db, correction: CorrectionRow, now: Date): Promise<Touched> {
  const touched = await markCorrected(tx, correction, now);
  const shard = shardOf(correction.developerId);
  for (const workspaceId of new Set(touched.buckets.map((bucket) => bucket.workspaceId))) {
    await enqueue(tx, enrichBuckets, { workspace_id: workspaceId, shard }, now);
  }
  return touched;
}

/** Derives at once what the person looks at next. @returns whether that was everything */
export async function settleTouched({ buckets }: Touched, now: Date): Promise<boolean> {
  return deriveNow(buckets, CORRECT_IN_REQUEST_MS, now);
}
