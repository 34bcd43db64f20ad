import type { Actor } from "@/lib/access/actor";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { decide } from "@/lib/access/rules";
import { findMembership } from "@/lib/access/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { unstorablePath } from "@/lib/http/request-body";
import { checkLimits } from "@/lib/limits/check-limits";
import { type Db, db } from "@/lib/platform/database";
import type { Project } from "@/lib/platform/rows";
import type { Page } from "@/lib/projects/requests/page";
import {
  findParticipant,
  findPublicProject,
  findStaffProject,
  type PageRow,
} from "@/lib/projects/requests/store";

function pageOf({ page, ...project }: Project & { page: PageRow | null }): Page {
  return {
    projectId: project.id,
    workspaceId: project.workspaceId,
    project,
    reviews: page?.reviews ?? "nobody",
    isIndexed: page?.isIndexed ?? false,
    categories: page?.categories ?? [],
    color: page?.color ?? null,
    hasLogo: (page?.logoType ?? null) !== null,
  } as unknown as Page;
}

/**
 * Opens the public page at an address, or one of its tabs.
 * @throws AppError not_found, the same for an unused address, a private or archived project, a workspace that is
 * switched off and a tab that is off
 */
export async function openPublicPage(slug: string, tab?: "overview" | "board" | "roadmap"): Promise<Page> {
  const project = unstorablePath(slug) === null ? await findPublicProject(slug) : null;
  if (!project || (tab && !project.publicTabs.includes(tab))) {
    throw new AppError("not_found", "Project not found");
  }
  return pageOf(project);
}

/** Opens the page of a project of the scope's workspace, public or not. @throws AppError not_found */
export async function openStaffPage(scope: WorkspaceScope, projectId: string, tx: Db = db()): Promise<Page> {
  const project = orNotFound(await findStaffProject(tx, scope, projectId), "Project");
  return pageOf(project);
}

/** Who takes part in a page. Staff are those who may change the project. */
type Participant = { developerId: string; isStaff: boolean; createdAt: Date };

/**
 * Lets someone take part in a public page.
 * @throws AppError unauthenticated for an account that is gone, forbidden for whoever is blocked
 */
export async function takePart(page: Page, { developerId }: Actor): Promise<Participant> {
  const [found, membership] = await Promise.all([
    findParticipant(page, developerId),
    findMembership(page.workspaceId, developerId),
  ]);
  if (!found) throw new AppError("unauthenticated", "Missing, invalid or expired token");
  if (found.isBlocked) throw new AppError("forbidden", "You have been blocked from this page.");
  const isStaff = membership !== null && decide(membership).has("can_manage_projects");
  return { developerId, isStaff, createdAt: found.createdAt };
}

/** Somebody who takes part in a public page, and the page. */
export type Visitor = Participant & { page: Page };

/**
 * Admits somebody to a public roadmap, within a limit of their own and one of their address.
 * @throws AppError not_found if the page or its roadmap is not public, forbidden for blocked people, too_many_requests
 */
export async function enterPage(
  slug: string,
  actor: Actor,
  request: Request,
  limit: "request_votes_per_developer" | "request_comments_per_developer",
  now: Date,
): Promise<Visitor> {
  const page = await openPublicPage(slug, "roadmap");
  const participant = await takePart(page, actor);
  const { developerId } = participant;
  await checkLimits(
    [
      { limit, key: developerId },
      { limit: "project_page_writes_per_ip", key: countedIp(request) ?? developerId },
    ],
    now,
  );
  return { page, ...participant };
}
