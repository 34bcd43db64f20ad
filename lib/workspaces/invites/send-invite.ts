import { findMailBlock } from "@/lib/notifications/do-not-mail/store";
import { randomBase62, sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";
import { sendMail } from "@/lib/platform/mail";
import { INVITE_DAYS, INVITE_TOKEN_CHARS, MAILED_NAME_CHARS_MAX } from "@/lib/workspaces/invites/limits";
import { nameInMail } from "@/lib/workspaces/invites/rules";
import { type InviteRow, markInviteSent } from "@/lib/workspaces/invites/store";

/** A new link: its secret, what is stored of it, and until when it holds. */
export function mintInvite(now: Date): { token: string; tokenHash: string; expiresAt: Date } {
  const token = randomBase62(INVITE_TOKEN_CHARS);
  return { token, tokenHash: sha256Hex(token), expiresAt: new Date(now.getTime() + INVITE_DAYS * DAY_MS) };
}

/** Where an invite is accepted. The token stands in the path of a page of ours, which sends no referrer. */
export function inviteUrl(token: string): string {
  return `${env().BASE_URL}/invite/${token}`;
}

/**
 * Mails an invite where SMTP is set and the address takes mail. Its one link is ours: names stand in it short and without links, one line each, so
 * that none can write the mail's next line.
 */
export async function sendInvite(
  invite: InviteRow,
  workspaceName: string,
  token: string,
  now: Date,
): Promise<InviteRow> {
  if ((await findMailBlock(invite.email, invite.workspaceId)) !== null) return invite;
  const named = (name: string | undefined, otherwise: string) =>
    nameInMail(name ?? "", MAILED_NAME_CHARS_MAX) ?? otherwise;
  const inviter = named(invite.invitedBy?.name, "Someone");
  const workspace = named(workspaceName, "a workspace");
  const role = named(invite.customRole.name, "a member");
  const outcome = await sendMail({
    to: invite.email,
    subject: `${inviter} invites you to ${workspace}`,
    text: [
      `${inviter} invites you to the workspace ${workspace} as ${role}.`,
      `Accept within ${INVITE_DAYS} days: ${inviteUrl(token)}`,
      "If you did not expect this, there is nothing to do.",
    ].join("\n\n"),
  });
  if (outcome !== "sent") return invite;
  await markInviteSent(invite.id, now);
  return { ...invite, sentAt: now };
}
