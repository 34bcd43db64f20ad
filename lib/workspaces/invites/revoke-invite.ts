import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { deleteInviteRow, findInvite } from "@/lib/workspaces/invites/store";

/** Withdraws an invite: its link ends. @throws AppError not_found */
export async function revokeInvite(scope: WorkspaceScope, inviteId: string, now: Date): Promise<void> {
  await changeAccess(scope, "can_invite_members", async (tx, current) => {
    const row = await findInvite(tx, current, inviteId);
    if (!row) throw new AppError("not_found", "Invite not found");
    await deleteInviteRow(tx, current, inviteId);
    const entry = {
      action: "invite.revoked",
      target: { type: "invite", id: inviteId },
      before: { email: row.email, role_name: row.customRole.name },
    };
    await recordAudit(tx, current, entry, now);
  });
}
