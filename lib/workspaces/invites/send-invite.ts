import { randomBase62, sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { INVITE_DAYS, INVITE_TOKEN_CHARS } from "@/lib/workspaces/invites/limits";
import { type InviteRow, markInviteSent } from "@/lib/workspaces/invites/store";

const DAY_MS = 86_400_000;

/** A new link: its secret, what is stored of it, and until when it holds. */
export function mintInvite(now: Date): { token: string; tokenHash: string; expiresAt: Date } {
  const token = randomBase62(INVITE_TOKEN_CHARS);
  return { token, tokenHash: sha256Hex(token), expiresAt: new Date(now.getTime() + INVITE_DAYS * DAY_MS) };
}

/** Where an invite is accepted. The token stands in the path of a page of ours, which sends no referrer. */
export function inviteUrl(token: string): string {
  return `${env().BASE_URL}/invite/${token}`;
}

/** Mails an invite where SMTP is set. Names are one line each, so that none can write the mail's next line. */
export async function sendInvite(
  invite: InviteRow,
  workspaceName: string,
  token: string,
  now: Date,
): Promise<InviteRow> {
  const inviter = invite.invitedBy?.name ?? "Someone";
  const oneLine = (text: string) => text.replace(/\s+/g, " ");
  const isSent = await sendMail({
    to: invite.email,
    subject: oneLine(`${inviter} invites you to ${workspaceName}`),
    text: [
      `${oneLine(inviter)} invites you to the workspace ${oneLine(workspaceName)} as ${oneLine(invite.customRole.name)}.`,
      `Accept within ${INVITE_DAYS} days: ${inviteUrl(token)}`,
      "If you did not expect this, there is nothing to do.",
    ].join("\n\n"),
  });
  if (!isSent) return invite;
  await markInviteSent(invite.id, now);
  return { ...invite, sentAt: now };
}
