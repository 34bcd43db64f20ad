import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { violatedKey } from "@/lib/platform/database";
import { askCodeHost } from "@/lib/repositories/ask-code-host";
import { RepositoryAnswer } from "@/lib/repositories/code-host-answers";
import { syncRepositoryJob } from "@/lib/repositories/jobs";
import { REPOSITORIES_PER_WORKSPACE_MAX } from "@/lib/repositories/limits";
import { presentRepository } from "@/lib/repositories/present";
import type { AdoptRepository, Repository } from "@/lib/repositories/schema";
import { countRepositories, insertRepository } from "@/lib/repositories/store";

/**
 * Adopts a repository that the actor can see at the code host; its sync runs through their connection from now on.
 * @throws AppError conflict when the workspace has it already or keeps too many; forbidden for
 *   somebody who may not any more; and as `askCodeHost`
 */
export async function adoptRepository(
  scope: WorkspaceScope,
  { full_name }: AdoptRepository,
  now: Date,
): Promise<Repository> {
  const { actor } = scope;
  const [owner = "", repo = ""] = full_name.split("/");
  const facts = await askCodeHost(
    actor.developerId,
    full_name,
    (codeHost) => codeHost.read("GET /repos/{owner}/{repo}", RepositoryAnswer, { owner, repo }),
    now,
  );
  try {
    // The code host may have taken long, and nobody else may take the last place while it is counted.
    return await changeAccess(scope, "can_manage_repositories", async (tx) => {
      if ((await countRepositories(tx, scope)) >= REPOSITORIES_PER_WORKSPACE_MAX) {
        throw new AppError(
          "conflict",
          `A workspace adopts at most ${REPOSITORIES_PER_WORKSPACE_MAX} repositories.`,
        );
      }
      const row = await insertRepository(tx, scope, facts, now);
      const target = { type: "repository", id: row.id };
      const after = { full_name: row.fullName, adopted_by_developer_id: actor.developerId };
      await recordAudit(tx, scope, { action: "repository.adopted", target, after }, now);
      await enqueue(tx, syncRepositoryJob, { repository_id: row.id }, now);
      return presentRepository(row);
    });
  } catch (error) {
    if (!violatedKey(error)) throw error;
    throw new AppError("conflict", `This workspace has already adopted ${facts.fullName}`, { cause: error });
  }
}
