import type { Db } from "@/lib/platform/database";
import { listFollowing } from "@/lib/repositories/events/store";

/** The adoptions of a repository that its events concern, and the default branch that they know. */
export async function findFollowing(
  tx: Db,
  repository: { id: number; private: boolean },
  now: Date,
): Promise<{ id: string; defaultBranch: string }[]> {
  return listFollowing(tx, String(repository.id), repository.private, now);
}
