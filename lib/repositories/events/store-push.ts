import { enqueueAll } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { insertCommits } from "@/lib/repositories/events/store";
import { commitRow, type ListedCommit } from "@/lib/repositories/rules";
import { syncTeamsOfRepository } from "@/lib/teams/jobs";

/**
 * Stores what was pushed to the default branch, in several adoptions of the repository, each commit once whether a sync
 * saw it first or not; teams that follow the repository follow. What the commits changed is left to the next sync.
 */
export async function storePush(
  tx: Db,
  repositoryIds: readonly string[],
  commits: readonly ListedCommit[],
  now: Date,
): Promise<void> {
  if (repositoryIds.length === 0 || commits.length === 0) return;
  const rows = commits.map((commit) => commitRow(commit, now));
  const grown = await insertCommits(tx, repositoryIds, rows, now);
  const payloads = grown.map((id) => ({ repository_id: id }));
  await enqueueAll(tx, syncTeamsOfRepository, payloads, now);
}
