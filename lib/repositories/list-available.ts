import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { askCodeHost } from "@/lib/repositories/ask-code-host";
import { RepositoryAnswer } from "@/lib/repositories/code-host-answers";
import { AVAILABLE_PAGES_MAX, AVAILABLE_SHOWN_MAX } from "@/lib/repositories/limits";
import type { AvailableQuery, AvailableRepository } from "@/lib/repositories/schema";
import { type Facts, findAdopted } from "@/lib/repositories/store";

/**
 * Repositories that the actor's connection sees, the most recently pushed first: of the newest 500, at most 100 whose
 * name holds the search text.
 * @throws AppError as `askCodeHost`
 */
export async function listAvailable(
  scope: WorkspaceScope,
  { search = "" }: AvailableQuery,
  now: Date,
): Promise<AvailableRepository[]> {
  const found = await askCodeHost(
    scope.actor.developerId,
    "your repositories",
    async (codeHost) => {
      const all: Facts[] = [];
      let pages = 0;
      for await (const page of codeHost.pages("GET /user/repos", z.array(RepositoryAnswer), {
        sort: "pushed",
      })) {
        all.push(...page);
        pages += 1;
        if (pages >= AVAILABLE_PAGES_MAX) break;
      }
      return all;
    },
    now,
  );
  const text = search.toLowerCase();
  const shown = found
    .filter((facts) => facts.fullName.toLowerCase().includes(text))
    .slice(0, AVAILABLE_SHOWN_MAX);
  const adopted = await findAdopted(
    scope,
    shown.map((facts) => facts.externalId),
  );
  return shown.map((facts) => ({
    full_name: facts.fullName,
    default_branch: facts.defaultBranch,
    is_private: facts.isPrivate,
    repository_id: adopted.get(facts.externalId) ?? null,
  }));
}
