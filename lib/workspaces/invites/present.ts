import { inviteStatus } from "@/lib/workspaces/invites/rules";
import type { Invite } from "@/lib/workspaces/invites/schema";
import type { InviteRow } from "@/lib/workspaces/invites/store";

/** An invite as those who manage invites see it: never its token. */
export function presentInvite(row: InviteRow, now: Date): Invite {
  return {
    id: row.id,
    email: row.email,
    custom_role_id: row.customRoleId,
    role_name: row.customRole.name,
    invited_by: row.invitedBy?.name ?? null,
    status: inviteStatus(row, now),
    expires_at: row.expiresAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
