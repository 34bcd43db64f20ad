import type { WorkspaceScope } from "@/lib/access/authorise";
import { invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { holdRepositories } from "@/lib/teams/store";

/**
 * Makes sure that these ids, no two alike, are the workspace's repositories, and stay that until the transaction ends. To be
 * called before a team is locked ("Lock order" in lib/README.md).
 * @throws AppError invalid
 */
export async function checkSources(tx: Db, scope: WorkspaceScope, repositoryIds: string[]): Promise<void> {
  if (repositoryIds.length === 0) return;
  if ((await holdRepositories(tx, scope, repositoryIds)) === repositoryIds.length) return;
  throw invalidBody([
    { path: "source_repository_ids", message: "Not all are repositories of this workspace" },
  ]);
}
