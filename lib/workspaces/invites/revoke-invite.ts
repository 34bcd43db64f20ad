import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { deleteInviteRow, findInvite } from "@/lib/workspaces/invites/store";

/** Withdraws an invite: its link ends. @throws AppError not_found, gone when it was accepted */
export async function revokeInvite(scope: WorkspaceScope, inviteId: string, now: Date): Promise<void> {
  await changeAccess(scope, "can_invite_members", async (tx, current) => {
    const row = orNotFound(await findInvite(tx, current, inviteId), "Invite");
    // Whoever withdraws it must not believe that nobody came in.
    if (row.acceptedAt) throw new AppError("gone", "This invite was accepted already");
    await deleteInviteRow(tx, current, inviteId);
    const entry = {
      action: "invite.revoked",
      target: { type: "invite", id: inviteId },
      before: { email: row.email, role_name: row.customRole.name },
    };
    await recordAudit(tx, current, entry, now);
  });
}
