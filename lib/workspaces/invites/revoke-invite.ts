import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { requireUnaccepted } from "@/lib/workspaces/invites/rules";
import { deleteInviteRow, findInvite } from "@/lib/workspaces/invites/store";

/** Withdraws an invite: its link ends. @throws AppError not_found, gone when it was accepted */
export async function revokeInvite(scope: WorkspaceScope, inviteId: string, now: Date): Promise<void> {
  await changeAccess(scope, "can_invite_members", async (tx, current) => {
    const row = orNotFound(await findInvite(tx, current, inviteId), "Invite");
    // Whoever withdraws it must not believe that nobody came in.
    requireUnaccepted(row);
    await deleteInviteRow(tx, current, inviteId);
    const entry = {
      action: "invite.revoked",
      target: { type: "invite", id: inviteId },
      before: { email: row.email, role_name: row.customRole.name },
    };
    await recordAudit(tx, current, entry, now);
  });
}
