import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError, orNotFound } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { openPublicPage, openStaffPage } from "@/lib/projects/requests/open-page";
import type { Page } from "@/lib/projects/requests/page";
import { presentPublicRequest, presentStaffRequest } from "@/lib/projects/requests/present";
import type { PublicRequest, StaffRequest } from "@/lib/projects/requests/schema";
import { findRequestRow } from "@/lib/projects/requests/store";

/** One request as the world may see it, or its author while it waits. @throws AppError not_found */
export async function getPublicRequest(
  slug: string,
  requestId: string,
  actor: Pick<Actor, "developerId"> | null,
): Promise<PublicRequest> {
  const page = await openPublicPage(slug, "roadmap");
  const row = await findRequestRow(page, { viewerId: actor?.developerId ?? null }, requestId);
  if (!row) throw new AppError("not_found", "Request not found");
  return presentPublicRequest(row, page);
}

/** One request of an open page as staff see it. @throws AppError not_found */
export async function staffRequest(page: Page, requestId: string, tx?: Db): Promise<StaffRequest> {
  const row = orNotFound(await findRequestRow(page, { part: "any" }, requestId, tx), "Request");
  return presentStaffRequest(row, page);
}

/** One request for the project's staff. @throws AppError not_found */
export async function getStaffRequest(
  scope: WorkspaceScope,
  projectId: string,
  requestId: string,
): Promise<StaffRequest> {
  return staffRequest(await openStaffPage(scope, projectId), requestId);
}
