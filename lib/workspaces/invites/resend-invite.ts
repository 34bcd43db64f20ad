import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { roleChangeProblem, withPermissions } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { checkInvitee, checkInviteLimits } from "@/lib/workspaces/invites/check-invitee";
import { presentNewInvite } from "@/lib/workspaces/invites/present";
import { requireUnaccepted } from "@/lib/workspaces/invites/rules";
import type { NewInvite } from "@/lib/workspaces/invites/schema";
import { mintInvite, sendInvite } from "@/lib/workspaces/invites/send-invite";
import { findInvite, renewInviteRow } from "@/lib/workspaces/invites/store";
import { getWorkspaceRow } from "@/lib/workspaces/store";

/**
 * Gives an invite a new link and seven more days; the earlier link ends. Whoever resends answers for the role.
 * @throws AppError not_found, gone when it was accepted, forbidden for a role beyond the actor's authority, conflict and
 *   payment_required for an expired one that can't open again, too_many_requests
 */
export async function resendInvite(scope: WorkspaceScope, inviteId: string, now: Date): Promise<NewInvite> {
  const { token, tokenHash, expiresAt } = mintInvite(now);
  const { invite, workspace } = await changeAccess(scope, "can_invite_members", async (tx, current) => {
    const before = orNotFound(await findInvite(tx, current, inviteId), "Invite");
    requireUnaccepted(before);
    const problem = roleChangeProblem(current, null, withPermissions(before.customRole));
    if (problem) throw new AppError("forbidden", problem);
    // An expired invite gave its place away; an open one still has it.
    if (before.expiresAt <= now) await checkInvitee(tx, current, before.email, now);
    await checkInviteLimits(current, before.email, now);
    const row = await renewInviteRow(tx, current, inviteId, { tokenHash, expiresAt });
    const entry = {
      action: "invite.resent",
      target: { type: "invite", id: row.id },
      after: { email: row.email },
    };
    await recordAudit(tx, current, entry, now);
    return { invite: row, workspace: await getWorkspaceRow(tx, current) };
  });
  const sent = await sendInvite(invite, workspace.name, token, now);
  return presentNewInvite(sent, token, now);
}
