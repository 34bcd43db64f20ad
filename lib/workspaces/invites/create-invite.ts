import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { isOwner, membershipChangeProblem } from "@/lib/access/rules";
import { recordAudit } from "@/lib/audit/store";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { checkInviteDomain, checkInvitee, checkInviteLimits } from "@/lib/workspaces/invites/check-invitee";
import { presentNewInvite } from "@/lib/workspaces/invites/present";
import type { CreateInvite, NewInvite } from "@/lib/workspaces/invites/schema";
import { mintInvite, sendInvite } from "@/lib/workspaces/invites/send-invite";
import { insertInvite } from "@/lib/workspaces/invites/store";
import { findAssignableRole } from "@/lib/workspaces/members/store";
import { getWorkspaceRow } from "@/lib/workspaces/store";

/** A membership that holds nothing yet: what an invite turns into one with a role. */
const NOBODY = {
  workspaceIsActive: true,
  status: "active",
  role: "",
  customRole: null,
  permissionOverrides: {},
  appPermissions: {},
};

/**
 * Invites an email address to the workspace with a role. The link is only in this response; mail is sent if SMTP is set
 * up.
 * @throws AppError forbidden for a role beyond the actor's authority, conflict for someone who is a member or invited
 * already, payment_required if the plan has no room left, invalid for a role of another workspace and for an address
 * that may not sign up, too_many_requests
 */
export async function createInvite(scope: WorkspaceScope, body: CreateInvite, now: Date): Promise<NewInvite> {
  checkInviteDomain(body.email);
  const { token, tokenHash, expiresAt } = mintInvite(now);
  const { invite, workspace } = await changeAccess(scope, "can_invite_members", async (tx, current) => {
    const role = await findAssignableRole(tx, current, body.custom_role_id);
    if (!role) {
      throw invalidBody([{ path: "custom_role_id", message: "No role of this workspace" }]);
    }
    const joined = { ...NOBODY, customRole: role };
    const problem = membershipChangeProblem(current, NOBODY, joined);
    if (problem) throw new AppError("forbidden", problem);
    if (isOwner(joined))
      throw new AppError("forbidden", "Owners can't be invited: make a member an owner instead");
    await checkInvitee(tx, current, body.email, now);
    await checkInviteLimits(current, body.email, now);
    const row = await insertInvite(
      tx,
      current,
      { email: body.email, customRoleId: role.id, tokenHash, expiresAt },
      now,
    );
    const entry = {
      action: "invite.created",
      target: { type: "invite", id: row.id },
      after: { email: row.email, role_name: role.name },
    };
    await recordAudit(tx, current, entry, now);
    return { invite: row, workspace: await getWorkspaceRow(tx, current) };
  });
  // After the commit: a mail server that hangs must not hold the workspace's lock.
  const sent = await sendInvite(invite, workspace.name, token, now);
  return presentNewInvite(sent, token, now);
}
