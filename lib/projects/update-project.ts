import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccess, lockAccessShared } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody, orNotFound } from "@/lib/http/app-error";
import { checkExpected } from "@/lib/http/expected";
import { transaction, violatedKey } from "@/lib/platform/database";
import { auditedProject, presentProject } from "@/lib/projects/present";
import { publicProblem, takenField } from "@/lib/projects/rules";
import type { Project, UpdateProject } from "@/lib/projects/schema";
import { lockProject, updateProjectRow } from "@/lib/projects/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";
import { mergeSettings } from "@/lib/workspaces/rules";

function actionOf(wasActive: boolean, isActive: boolean): string {
  if (wasActive === isActive) return "project.updated";
  return isActive ? "project.restored" : "project.archived";
}

/**
 * Changes the given fields of a project, settings one by one; archives and restores it.
 * @throws AppError not_found, conflict if the slug, key or public slug is taken or a part is not as expected, invalid for
 * a public project without an address, payment_required if the plan has no room for a restored project
 */
export async function updateProject(
  scope: WorkspaceScope,
  projectId: string,
  body: UpdateProject,
  now: Date,
): Promise<Project> {
  try {
    return await transaction(async (tx) => {
      if (body.is_active) await lockAccess(tx, scope.workspaceId);
      // A trigger reads the workspace when either is changed, with the project locked: the workspace comes first.
      else if (body.settings || body.is_active === false) await lockAccessShared(tx, scope.workspaceId);
      const before = orNotFound(await lockProject(tx, scope, projectId), "Project");
      checkExpected(
        body,
        () => presentProject(before),
        (project) => ({ project }),
      );
      if (body.is_active && !before.isActive) await checkPlan(tx, scope, "projects", now);
      const values = {
        name: body.name ?? before.name,
        slug: body.slug ?? before.slug,
        key: body.key ?? before.key,
        description: body.description ?? before.description,
        settings: mergeSettings(before.settings, body.settings ?? {}),
        publicSlug: body.public_slug === undefined ? before.publicSlug : body.public_slug,
        isPublic: body.is_public ?? before.isPublic,
        publicTabs: body.public_tabs ?? before.publicTabs,
        isActive: body.is_active ?? before.isActive,
      };
      const problem = publicProblem(values);
      if (problem) {
        throw invalidBody([{ path: "public_slug", message: problem }]);
      }
      const project = presentProject(await updateProjectRow(tx, scope, projectId, values));
      const change = { before: auditedProject(presentProject(before)), after: auditedProject(project) };
      if (isDeepStrictEqual(change.before, change.after)) return project;
      const entry = {
        action: actionOf(before.isActive, project.is_active),
        target: { type: "project", id: projectId },
        ...change,
      };
      await recordAudit(tx, scope, entry, now);
      return project;
    });
  } catch (error) {
    const index = violatedKey(error);
    if (!index) throw error;
    const field = takenField(index);
    throw new AppError("conflict", `The ${field} ${body[field]} is taken`, { cause: error });
  }
}
