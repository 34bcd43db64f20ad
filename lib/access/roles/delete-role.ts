import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { countOpenInvites, deleteRoleRow, findRole } from "@/lib/access/roles/store";
import { roleChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";

/**
 * Deletes a custom role that nobody has.
 * @throws AppError not_found, conflict for a system role and one in use, forbidden for a role not below the actor's
 */
export async function deleteRole(scope: WorkspaceScope, roleId: string, now: Date): Promise<void> {
  await changeAccess(scope, "can_manage_roles", async (tx, current) => {
    const role = orNotFound(await findRole(tx, current, roleId), "Role");
    if (role.isSystem) throw new AppError("conflict", "System roles cannot be deleted");
    const problem = roleChangeProblem(current, role, role);
    if (problem) throw new AppError("forbidden", problem);
    const { members } = role._count;
    if (members > 0)
      throw new AppError("conflict", `This role is in use by ${members} member${members === 1 ? "" : "s"}`);
    if ((await countOpenInvites(tx, roleId, now)) > 0) {
      throw new AppError("conflict", "This role is used by an open invite");
    }
    await deleteRoleRow(tx, current, roleId);
    const entry = {
      action: "role.deleted",
      target: { type: "role", id: role.id },
      before: { name: role.name, permissions: role.permissions, priority: role.priority },
    };
    await recordAudit(tx, current, entry, now);
  });
}
