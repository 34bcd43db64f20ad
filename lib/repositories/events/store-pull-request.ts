import type { Db } from "@/lib/platform/database";
import { upsertPullRequest } from "@/lib/repositories/events/store";
import { type ListedPullRequest, pullRequestRow } from "@/lib/repositories/rules";

/**
 * Stores the latest word on a pull request in several adoptions of its repository.
 * @returns the adoptions that know no later word on it, in whatever order events and syncs come
 */
export async function storePullRequest(
  tx: Db,
  repositoryIds: readonly string[],
  pull: ListedPullRequest,
  now: Date,
): Promise<string[]> {
  if (repositoryIds.length === 0) return [];
  return upsertPullRequest(tx, repositoryIds, pullRequestRow(pull, now), now);
}
