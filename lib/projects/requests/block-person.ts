import type { WorkspaceScope } from "@/lib/access/authorise";
import { findMembership } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { type Page as PageOfItems, type PageQuery, readPage } from "@/lib/http/paging";
import { transaction } from "@/lib/platform/database";
import { deleteBlock, hasTakenPart, insertBlock, listBlockRows } from "@/lib/projects/requests/blocks/store";
import { openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { publicName } from "@/lib/projects/requests/rules";
import type { Block } from "@/lib/projects/requests/schema";

function entryOf(action: string, { projectId, project }: Page, developerId: string) {
  const target = { type: "project", id: projectId };
  return { action, target, after: { name: project.name, developer_id: developerId } };
}

/**
 * Keeps someone who took part in a project's page from taking part again; doing it twice changes nothing.
 * @throws AppError not_found for whoever has not taken part, conflict for members of the workspace
 */
export async function blockPerson(
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const page = await openStaffPage(scope, projectId, tx);
    if (!(await hasTakenPart(tx, page, developerId))) throw new AppError("not_found", "Person not found");
    const membership = await findMembership(page.workspaceId, developerId, tx);
    if (membership?.status === "active") {
      throw new AppError("conflict", "Members of the workspace can't be blocked");
    }
    if (!(await insertBlock(tx, page, developerId, scope.actor.developerId, now))) return;
    await recordAudit(tx, scope, entryOf("project.person_blocked", page, developerId), now);
  });
}

/** Lets someone take part again. @throws AppError not_found for whoever is not blocked */
export async function unblockPerson(
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const page = await openStaffPage(scope, projectId, tx);
    if (!(await deleteBlock(tx, page, developerId))) throw new AppError("not_found", "Person not found");
    const entry = entryOf("project.person_unblocked", page, developerId);
    await recordAudit(tx, scope, entry, now);
  });
}

/** A page of who is blocked from a project's page, latest first. @throws AppError not_found */
export async function listBlocked(
  scope: WorkspaceScope,
  projectId: string,
  query: PageQuery,
): Promise<PageOfItems<Block>> {
  const page = await openStaffPage(scope, projectId);
  return readPage(
    query,
    (slice) => listBlockRows(page, slice),
    (row) => ({
      developer_id: row.developerId,
      name: publicName(row.developer.name),
      created_at: row.createdAt.toISOString(),
    }),
    ["createdAt", "developerId"],
  );
}
