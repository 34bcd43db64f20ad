import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { TEMPLATES } from "@/lib/access/catalog";
import { ROLE_PRIORITY_DEFAULT, ROLES_PER_WORKSPACE_MAX } from "@/lib/access/limits";
import { presentRole } from "@/lib/access/roles/present";
import type { CreateRole, Role } from "@/lib/access/roles/schema";
import { countRoles, insertRole, isRoleSlugTaken } from "@/lib/access/roles/store";
import { roleChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";

type Content = {
  name: string;
  description: string;
  permissions: readonly string[];
  priority: number;
  template: string | null;
};

/**
 * Adds a role under the workspace's access lock, for `createRole` and `duplicateRole`.
 * @throws AppError forbidden beyond the actor's own authority, conflict when the workspace has too many roles
 */
export async function addRole(
  tx: Db,
  scope: WorkspaceScope,
  { template, ...content }: Content,
  now: Date,
): Promise<Role> {
  const problem = roleChangeProblem(scope, null, content);
  if (problem) throw new AppError("forbidden", problem);
  if ((await countRoles(tx, scope)) >= ROLES_PER_WORKSPACE_MAX) {
    throw new AppError("conflict", `A workspace has at most ${ROLES_PER_WORKSPACE_MAX} roles`);
  }
  const plain = slugFor(content.name, "role");
  const slug = (await isRoleSlugTaken(tx, scope, plain)) ? slugFor(content.name, "role", 2) : plain;
  const row = await insertRole(tx, scope, { ...content, slug, basedOnTemplate: template }, now);
  const entry = {
    action: "role.created",
    target: { type: "role", id: row.id },
    after: { name: row.name, permissions: row.permissions, priority: row.priority },
  };
  await recordAudit(tx, scope, entry, now);
  return presentRole(row);
}

/** Creates a role; without `permissions` it grants what its template does. @throws AppError as `addRole` does */
export async function createRole(scope: WorkspaceScope, body: CreateRole, now: Date): Promise<Role> {
  const template = TEMPLATES.find((each) => each.slug === body.based_on_template);
  return changeAccess(scope, "can_manage_roles", (tx, current) =>
    addRole(
      tx,
      current,
      {
        name: body.name,
        description: body.description ?? template?.description ?? "",
        permissions: body.permissions ?? template?.permissions ?? [],
        priority:
          body.priority ??
          Math.max(0, Math.min(template?.priority ?? ROLE_PRIORITY_DEFAULT, current.priority - 1)),
        template: template?.slug ?? null,
      },
      now,
    ),
  );
}
