import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { HISTORY_CHANGES_MAX } from "@/lib/projects/requests/limits";
import { requestNotFound } from "@/lib/projects/requests/not-found";
import { openPublicPage, openStaffPage } from "@/lib/projects/requests/open-page";
import { presentStatus } from "@/lib/projects/requests/present";
import { publicName } from "@/lib/projects/requests/rules";
import type { StaffStatusChange, StatusChange } from "@/lib/projects/requests/schema";
import { findRequestRow, listChangeRows } from "@/lib/projects/requests/store";

type Row = Awaited<ReturnType<typeof listChangeRows>>[number];

function presentChange(row: Row): StatusChange {
  return {
    from: presentStatus(row.from),
    to: presentStatus(row.to),
    created_at: row.createdAt.toISOString(),
  };
}

/** The steps of a request's status for the world, oldest first. @throws AppError not_found */
export async function listPublicStatusChanges(
  slug: string,
  requestId: string,
  actor: Pick<Actor, "developerId"> | null,
): Promise<StatusChange[]> {
  const page = await openPublicPage(slug, "roadmap");
  const request = await findRequestRow(page, { viewerId: actor?.developerId ?? null }, requestId);
  if (!request || request.mergedIntoId !== null) throw requestNotFound(request);
  return (await listChangeRows(page, requestId, HISTORY_CHANGES_MAX)).map(presentChange);
}

/** The same for staff, with who took each step. @throws AppError not_found */
export async function listStaffStatusChanges(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
): Promise<StaffStatusChange[]> {
  const page = await openStaffPage(scope, projectId);
  orNotFound(await findRequestRow(page, { part: "any" }, requestId), "Request");
  const rows = await listChangeRows(page, requestId, HISTORY_CHANGES_MAX);
  return rows.map((row) => ({
    ...presentChange(row),
    actor: row.actor && { name: publicName(row.actor.name) },
  }));
}
