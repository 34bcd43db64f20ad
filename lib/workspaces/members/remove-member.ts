import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { isOwner, priorityOf, standsAbove } from "@/lib/access/rules";
import { checkCall } from "@/lib/access/scope/check-scope";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { toMembership } from "@/lib/workspaces/members/present";
import { deleteMember, findMember, hasOtherOwner } from "@/lib/workspaces/members/store";

/**
 * Takes a member out of the workspace, or lets the actor leave it. What hung on the membership ends with it (see
 * `getDependents`).
 * @throws AppError not_found, forbidden without `can_manage_members` or for someone not below the actor, conflict for
 *   the last owner
 */
export async function removeMember(scope: WorkspaceScope, developerId: string, now: Date): Promise<void> {
  const isLeaving = developerId === scope.actor.developerId;
  // It takes no permission, so a token that is limited to some would have it for nothing.
  if (isLeaving) checkCall(scope.actor, "personal", { method: "DELETE" }, { isWorkspaceRoute: true });
  await changeAccess(scope, isLeaving ? undefined : "can_manage_members", async (tx, current) => {
    const row = orNotFound(await findMember(tx, current, developerId), "Member");
    const membership = toMembership(row);
    if (!isLeaving && !standsAbove(current, priorityOf(membership))) {
      throw new AppError("forbidden", "This member's role is not below yours");
    }
    const isActiveOwner = isOwner(membership) && membership.status === "active";
    if (isActiveOwner && !(await hasOtherOwner(tx, current, developerId))) {
      throw new AppError("conflict", "A workspace keeps at least one owner");
    }
    await deleteMember(tx, current, developerId);
    const entry = {
      action: isLeaving ? "member.left" : "member.removed",
      target: { type: "member", id: developerId },
      before: { role_name: row.customRole?.name ?? row.role, status: row.status },
    };
    await recordAudit(tx, current, entry, now);
  });
}
