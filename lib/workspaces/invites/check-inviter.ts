import { decide, isOwner, priorityOf, roleChangeProblem, withPermissions } from "@/lib/access/rules";
import { findMembership } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { type InviteRow, listOpenInvitesTo } from "@/lib/workspaces/invites/store";

/** Whether whoever sent an invite could send it now. */
async function mayStillInvite(tx: Db, invite: InviteRow): Promise<boolean> {
  const { workspaceId, invitedById, invitedBy } = invite;
  const inviter = invitedById === null ? null : await findMembership(workspaceId, invitedById, tx);
  if (!inviter || !invitedBy?.isActive) return false;
  const permissions = decide(inviter);
  const authority = { isOwner: isOwner(inviter), priority: priorityOf(inviter), permissions };
  const problem = roleChangeProblem(authority, null, withPermissions(invite.customRole));
  return permissions.has("can_invite_members") && problem === null;
}

/**
 * Makes sure that whoever sent an invite could send it now: otherwise somebody who is about to lose their role could keep
 * it by an invite to themselves. Whoever sends it again answers for it instead.
 * @throws AppError gone
 */
export async function checkInviter(tx: Db, invite: InviteRow): Promise<void> {
  if (await mayStillInvite(tx, invite)) return;
  throw new AppError("gone", "Whoever sent this invite may not invite you with this role any more");
}

/** Whether an address has an invite to any workspace that it can accept now. */
export async function hasOpenInvite(tx: Db, email: string, now: Date): Promise<boolean> {
  for (const invite of await listOpenInvitesTo(tx, email, now)) {
    if (await mayStillInvite(tx, invite)) return true;
  }
  return false;
}
