import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { isOwner, membershipChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody, orNotFound } from "@/lib/http/app-error";
import { presentMember, toMembership } from "@/lib/workspaces/members/present";
import type { Member, UpdateMember } from "@/lib/workspaces/members/schema";
import {
  findAssignableRole,
  findMember,
  hasOtherOwner,
  liftBlocksOf,
  updateMemberRow,
  withdrawInvitesOf,
} from "@/lib/workspaces/members/store";

/**
 * Changes a member's role, overrides, apps or status. What is given replaces what was there.
 * @throws AppError not_found, forbidden by the escalation guards, conflict for the last owner, invalid for a role of
 *   another workspace
 */
export async function updateMember(
  scope: WorkspaceScope,
  developerId: string,
  body: UpdateMember,
  now: Date,
): Promise<Member> {
  return changeAccess(scope, "can_manage_members", async (tx, current) => {
    const row = orNotFound(await findMember(tx, current, developerId), "Member");
    if (developerId === current.actor.developerId && !current.isOwner) {
      throw new AppError("forbidden", "Your own role and permissions are changed by someone else");
    }
    const roleId = body.custom_role_id === row.customRoleId ? undefined : body.custom_role_id;
    const role = roleId ? await findAssignableRole(tx, current, roleId) : null;
    if (roleId && !role) {
      throw invalidBody([{ path: "custom_role_id", message: "No role of this workspace" }]);
    }
    const before = toMembership(row);
    const after = {
      ...before,
      ...(role ? { customRole: role } : {}),
      permissionOverrides: (body.permission_overrides ?? before.permissionOverrides) as Record<
        string,
        boolean
      >,
      appPermissions: (body.app_permissions ?? before.appPermissions) as Record<string, boolean>,
      status: body.status ?? before.status,
    };
    const problem = membershipChangeProblem(current, before, after);
    if (problem) throw new AppError("forbidden", problem);
    const endsOwnership =
      isOwner(before) && before.status === "active" && (!isOwner(after) || after.status !== "active");
    if (endsOwnership && !(await hasOtherOwner(tx, current, developerId))) {
      throw new AppError("conflict", "A workspace keeps at least one owner");
    }
    const changed = await updateMemberRow(tx, current, developerId, {
      ...(role ? { customRoleId: role.id, role: role.basedOnTemplate ?? "member" } : {}),
      permissionOverrides: after.permissionOverrides,
      appPermissions: after.appPermissions,
      status: after.status,
    });
    if (after.status !== "active") await withdrawInvitesOf(tx, current, developerId);
    else if (before.status !== "active") await liftBlocksOf(tx, current.workspaceId, developerId);
    const audited = (member: Member) => ({
      custom_role_id: member.custom_role_id,
      role_name: member.role_name,
      permission_overrides: member.permission_overrides,
      app_permissions: member.app_permissions,
      status: member.status,
    });
    const member = presentMember(changed);
    const entry = {
      action: "member.updated",
      target: { type: "member", id: developerId },
      before: audited(presentMember(row)),
      after: audited(member),
    };
    await recordAudit(tx, current, entry, now);
    return member;
  });
}
