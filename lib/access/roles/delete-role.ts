import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { deleteRoleRow, findRole, type RoleRow } from "@/lib/access/roles/store";
import { roleChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";

/** `2 members and 1 open invite`; empty if there are none. */
function usersOf({ members, invites }: RoleRow["_count"]): string {
  return [
    { count: members, noun: "member" },
    { count: invites, noun: "open invite" },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, noun }) => `${count} ${noun}${count === 1 ? "" : "s"}`)
    .join(" and ");
}

/**
 * Deletes a custom role that nobody has and no open invite gives, with the invites to it that have expired or were
 * accepted.
 * @throws AppError not_found, conflict for a system role and one in use, forbidden for a role not below the actor's
 */
export async function deleteRole(scope: WorkspaceScope, roleId: string, now: Date): Promise<void> {
  await changeAccess(scope, "can_manage_roles", async (tx, current) => {
    const role = orNotFound(await findRole(tx, current, roleId, now), "Role");
    if (role.isSystem) throw new AppError("conflict", "System roles cannot be deleted");
    const problem = roleChangeProblem(current, role, role);
    if (problem) throw new AppError("forbidden", problem);
    const users = usersOf(role._count);
    if (users !== "") throw new AppError("conflict", `This role is in use by ${users}`);
    await deleteRoleRow(tx, current, roleId);
    const entry = {
      action: "role.deleted",
      target: { type: "role", id: role.id },
      before: { name: role.name, permissions: role.permissions, priority: role.priority },
    };
    await recordAudit(tx, current, entry, now);
  });
}
