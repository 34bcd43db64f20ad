import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { hasPermission } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { violatedKey } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";
import { NAME_TRIES_MAX } from "@/lib/projects/limits";
import { auditedProject, presentProject } from "@/lib/projects/present";
import { keyFor, publicProblem, takenField } from "@/lib/projects/rules";
import type { CreateProject, Project } from "@/lib/projects/schema";
import { insertProject, takenKeys } from "@/lib/projects/store";
import { checkPlan } from "@/lib/workspaces/plans/check-plan";
import { mergeSettings } from "@/lib/workspaces/rules";

/**
 * Creates a project; the actor leads it. Slug and key are made of the name where they are not given.
 * @throws AppError conflict when the slug, key or public slug asked for is taken, invalid for a public project without
 *   an address, payment_required when the plan has no place left, forbidden for somebody who may not any more
 */
export async function createProject(scope: WorkspaceScope, body: CreateProject, now: Date): Promise<Project> {
  // Who may not publish a project later may not create it published either.
  if (body.is_public && !hasPermission(scope.permissions, "can_manage_projects")) {
    throw new AppError("forbidden", "Permission denied");
  }
  const values = {
    name: body.name,
    description: body.description,
    settings: mergeSettings({}, body.settings ?? {}),
    publicSlug: body.public_slug ?? null,
    isPublic: body.is_public,
    publicTabs: body.public_tabs,
  };
  const problem = publicProblem(values);
  if (problem) {
    throw invalidBody([{ path: "public_slug", message: problem }]);
  }
  for (let tryNumber = 1; ; tryNumber++) {
    const slug = body.slug ?? slugFor(body.name, "project", tryNumber);
    let key = body.key ?? keyFor(body.name);
    try {
      // Whoever is removed meanwhile may not become the lead.
      return await changeAccess(scope, "can_create_projects", async (tx) => {
        await checkPlan(tx, scope, "projects", now);
        if (!body.key) key = keyFor(body.name, await takenKeys(tx, scope, keyFor(body.name)));
        const row = await insertProject(tx, scope, { ...values, slug, key }, now);
        const project = presentProject(row);
        const entry = {
          action: "project.created",
          target: { type: "project", id: row.id },
          after: auditedProject(project),
        };
        await recordAudit(tx, scope, entry, now);
        return project;
      });
    } catch (error) {
      const index = violatedKey(error);
      if (!index) throw error;
      const field = takenField(index);
      const asked = body[field];
      const tried = { slug, key, public_slug: asked }[field];
      if (asked || tryNumber >= NAME_TRIES_MAX) {
        throw new AppError("conflict", `The ${field} ${tried} is taken`, { cause: error });
      }
    }
  }
}
