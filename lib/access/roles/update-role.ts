import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { presentRole } from "@/lib/access/roles/present";
import type { Role, UpdateRole } from "@/lib/access/roles/schema";
import { findRole, updateRoleRow } from "@/lib/access/roles/store";
import { roleChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { checkExpected } from "@/lib/http/expected";
import { omitUndefined } from "@/lib/platform/omit-undefined";

/**
 * Changes a role, and with it what its members may do from their next request on.
 * @throws AppError not_found, conflict for the owner role and for a part that is not as expected, forbidden beyond the
 *   actor's own authority
 */
export async function updateRole(
  scope: WorkspaceScope,
  roleId: string,
  body: UpdateRole,
  now: Date,
): Promise<Role> {
  return changeAccess(scope, "can_manage_roles", async (tx, current) => {
    const before = orNotFound(await findRole(tx, current, roleId, now), "Role");
    if (before.isSystem && before.basedOnTemplate === "owner") {
      throw new AppError("conflict", "The owner role can't be changed");
    }
    checkExpected(body, () => presentRole(before));
    const { expected: _, ...parts } = body;
    const change = omitUndefined(parts);
    const problem = roleChangeProblem(current, before, { ...before, ...change });
    if (problem) throw new AppError("forbidden", problem);
    const row = await updateRoleRow(tx, current, before, change, now);
    const audited = ({ name, description, permissions, priority }: typeof row) => ({
      name,
      description,
      permissions,
      priority,
    });
    const entry = {
      action: "role.updated",
      target: { type: "role", id: row.id },
      before: audited(before),
      after: audited(row),
    };
    await recordAudit(tx, current, entry, now);
    return presentRole(row);
  });
}
