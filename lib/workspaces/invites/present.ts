import { env } from "@/lib/platform/env";
import { inviteStatus } from "@/lib/workspaces/invites/rules";
import type { Invite, NewInvite } from "@/lib/workspaces/invites/schema";
import { inviteUrl } from "@/lib/workspaces/invites/send-invite";
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

/** An invite with its new link, as only whoever made that sees it. */
export function presentNewInvite(row: InviteRow, token: string, now: Date): NewInvite {
  const needsAccount = env().SIGN_UP === "closed";
  return { ...presentInvite(row, now), token, url: inviteUrl(token), needs_account: needsAccount };
}
