import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { ROLE_NAME_CHARS_MAX, ROLE_PRIORITY_MAX } from "@/lib/access/limits";
import { addRole } from "@/lib/access/roles/create-role";
import type { DuplicateRole, Role } from "@/lib/access/roles/schema";
import { findRole } from "@/lib/access/roles/store";
import { orNotFound } from "@/lib/http/app-error";

/** Copies a role, a built-in one too, into a custom one. @throws AppError not_found, or as `addRole` does */
export async function duplicateRole(
  scope: WorkspaceScope,
  roleId: string,
  body: DuplicateRole,
  now: Date,
): Promise<Role> {
  return changeAccess(scope, "can_manage_roles", async (tx, current) => {
    const role = orNotFound(await findRole(tx, current, roleId, now), "Role");
    const { description, permissions, basedOnTemplate: template } = role;
    const name = body.name ?? `Copy of ${role.name}`.slice(0, ROLE_NAME_CHARS_MAX);
    const priority = Math.min(role.priority, ROLE_PRIORITY_MAX);
    return addRole(tx, current, { name, description, permissions, priority, template }, now);
  });
}
