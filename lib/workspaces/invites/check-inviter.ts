import { decide, isOwner, priorityOf, roleChangeProblem, withPermissions } from "@/lib/access/rules";
import { findMembership } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import type { InviteRow } from "@/lib/workspaces/invites/store";

/**
 * Makes sure that whoever sent an invite could send it now: otherwise somebody who is about to lose their role could keep
 * it by an invite to themselves. Whoever sends it again answers for it instead.
 * @throws AppError gone
 */
export async function checkInviter(tx: Db, invite: InviteRow): Promise<void> {
  const { workspaceId, invitedById, invitedBy } = invite;
  const inviter = invitedById === null ? null : await findMembership(workspaceId, invitedById, tx);
  if (inviter && invitedBy?.isActive) {
    const permissions = decide(inviter);
    const authority = { isOwner: isOwner(inviter), priority: priorityOf(inviter), permissions };
    const problem = roleChangeProblem(authority, null, withPermissions(invite.customRole));
    if (permissions.has("can_invite_members") && problem === null) return;
  }
  throw new AppError("gone", "Whoever sent this invite may not invite you with this role any more");
}
