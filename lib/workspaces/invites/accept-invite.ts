import type { Actor } from "@/lib/access/actor";
import { lockAccess } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import type { DeveloperRecord } from "@/lib/identity/store";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { sha256Hex } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { checkInviter } from "@/lib/workspaces/invites/check-inviter";
import { inviteStatus } from "@/lib/workspaces/invites/rules";
import type { AcceptedInvite } from "@/lib/workspaces/invites/schema";
import { consumeInvite, findInviteByToken } from "@/lib/workspaces/invites/store";
import { insertMember, liftBlocksOf } from "@/lib/workspaces/members/store";

/**
 * Makes the person an invite is addressed to a member. The address must be one that their provider asserts as theirs:
 * whoever only holds the link is refused.
 * @throws AppError not_found, gone when expired or used and as `checkInviter`, forbidden for another person, conflict for
 *   a member
 */
export async function acceptInvite(
  actor: Actor,
  developer: DeveloperRecord,
  token: string,
  now: Date,
): Promise<AcceptedInvite> {
  return transaction(async (tx) => {
    const tokenHash = sha256Hex(token);
    const found = await findInviteByToken(tx, tokenHash);
    if (!found?.workspace.isActive) throw new AppError("not_found", "Invite not found");
    await lockAccess(tx, found.workspaceId);
    const invite = orNotFound(await findInviteByToken(tx, tokenHash), "Invite");
    if (developer.email.toLowerCase() !== invite.email) {
      throw new AppError("forbidden", "This invite is addressed to another email");
    }
    if (!developer.emailVerified) {
      const state = { reason: "email_unverified" };
      throw new AppError("forbidden", `No sign-in provider has confirmed that ${invite.email} is yours`, {
        state,
      });
    }
    const status = inviteStatus(invite, now);
    if (status === "open") await checkInviter(tx, invite);
    if (status !== "open" || !(await consumeInvite(tx, invite.id, developer.id, now))) {
      throw new AppError("gone", `This invite ${status === "expired" ? "has expired" : "was used already"}`);
    }
    const { workspaceId, customRoleId, customRole } = invite;
    const role = customRole.basedOnTemplate ?? "member";
    if (!(await insertMember(tx, { workspaceId, developerId: developer.id, role, customRoleId }, now))) {
      throw new AppError("conflict", "You are a member of this workspace already");
    }
    await liftBlocksOf(tx, workspaceId, developer.id);
    const entry = {
      action: "invite.accepted",
      target: { type: "member", id: developer.id },
      after: { role_name: customRole.name, invite_id: invite.id },
    };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    if (invite.invitedById !== null) {
      const title = `${developer.name} accepted your invite to ${invite.workspace.name}`;
      const link = `/w/${invite.workspace.slug}/members?member=${developer.id}`;
      const notice = {
        kind: "invite_accepted",
        title,
        body: `Their role is ${customRole.name}.`,
        link,
        actorId: developer.id,
      } as const;
      await notifyMembers(tx, workspaceId, [invite.invitedById], notice, now);
    }
    return { workspace_id: workspaceId, workspace_slug: invite.workspace.slug };
  });
}
