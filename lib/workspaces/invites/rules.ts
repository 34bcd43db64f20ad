/** An address shown to whoever holds a link, without giving it away: `ada@example.com` → `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** Where an invite stands. */
export function inviteStatus(
  invite: { acceptedAt: Date | null; expiresAt: Date },
  now: Date,
): "open" | "expired" | "accepted" {
  if (invite.acceptedAt) return "accepted";
  return invite.expiresAt > now ? "open" : "expired";
}
