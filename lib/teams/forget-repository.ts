import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Db } from "@/lib/platform/database";
import { removeSource } from "@/lib/teams/store";

/**
 * Takes a repository that is being dropped out of the sources of the workspace's teams. Their members stay as they are
 * until the next sync.
 */
export async function forgetRepository(tx: Db, scope: WorkspaceScope, repositoryId: string): Promise<void> {
  await removeSource(tx, scope, repositoryId);
}
