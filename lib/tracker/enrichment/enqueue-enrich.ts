import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";

/** Has a developer's buckets derived that were marked in the same transaction, by the workspaces they were marked for. */
export async function enqueueEnrich(
  tx: Db,
  developerId: string,
  workspaceIds: Iterable<string>,
  now: Date,
): Promise<void> {
  const shard = shardOf(developerId);
  for (const workspaceId of new Set(workspaceIds)) {
    await enqueue(tx, enrichBuckets, { workspace_id: workspaceId, shard }, now);
  }
}
