import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { db } from "@/lib/platform/database";
import { askCodeHost } from "@/lib/repositories/ask-code-host";
import { RepositoryAnswer } from "@/lib/repositories/code-host-answers";
import { syncRepositoryJob } from "@/lib/repositories/jobs";
import { presentRepository } from "@/lib/repositories/present";
import { canReclaim } from "@/lib/repositories/rules";
import type { Repository } from "@/lib/repositories/schema";
import {
  findRepository,
  lockRepository,
  type RepositoryRow,
  updateRepositoryRow,
} from "@/lib/repositories/store";

function assertReclaimable(row: RepositoryRow | null): asserts row is RepositoryRow {
  if (!row) throw new AppError("not_found", "Repository not found");
  if (!canReclaim(row.adoptedBy)) {
    throw new AppError(
      "conflict",
      `${row.fullName} is in the care of ${row.adoptedBy?.name}, who is active here`,
    );
  }
}

/**
 * Takes over a repository whose adopter is inactive, suspended or gone (requirements, "WorkspaceRepository"). The sync
 * goes on through the actor's connection where it stopped.
 * @throws AppError not_found, conflict while the adopter is active, forbidden for somebody who may not any more, and as
 *   `askCodeHost`
 */
export async function reclaimRepository(scope: WorkspaceScope, id: string, now: Date): Promise<Repository> {
  const { actor } = scope;
  const found = await findRepository(db(), scope, id);
  assertReclaimable(found);
  // By id: whoever was given the old name of a renamed repository has no claim to it.
  const facts = await askCodeHost(
    actor.developerId,
    found.fullName,
    (codeHost) => codeHost.read("GET /repositories/{id}", RepositoryAnswer, { id: found.externalId }),
    now,
  );
  // The code host may have taken long.
  return changeAccess(scope, "can_manage_repositories", async (tx) => {
    const row = await lockRepository(tx, scope, id);
    assertReclaimable(row);
    const change = {
      adoptedByDeveloperId: actor.developerId,
      syncStatus: "pending",
      lastError: null,
    } as const;
    const reclaimed = await updateRepositoryRow(tx, scope, id, { ...facts, ...change });
    const target = { type: "repository", id };
    const before = { adopted_by_developer_id: row.adoptedByDeveloperId };
    const after = { adopted_by_developer_id: actor.developerId };
    await recordAudit(tx, scope, { action: "repository.reclaimed", target, before, after }, now);
    await enqueue(tx, syncRepositoryJob, { repository_id: id }, now);
    return presentRepository(reclaimed);
  });
}
