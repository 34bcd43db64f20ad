import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { deleteRepositoryRow, lockRepository } from "@/lib/repositories/store";
import { removeSource } from "@/lib/teams/store";

/**
 * Drops a repository from the workspace, with the commits and pull requests stored of it; a sync under way stops at its
 * next page. Nothing changes at the code host.
 * @throws AppError not_found
 */
export async function dropRepository(scope: WorkspaceScope, id: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = orNotFound(await lockRepository(tx, scope, id), "Repository");
    await deleteRepositoryRow(tx, scope, id);
    await removeSource(tx, scope, row.id);
    const before = { full_name: row.fullName, adopted_by_developer_id: row.adoptedByDeveloperId };
    const target = { type: "repository", id };
    await recordAudit(tx, scope, { action: "repository.dropped", target, before }, now);
  });
}
