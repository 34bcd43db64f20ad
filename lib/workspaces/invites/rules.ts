import { AppError } from "@/lib/http/app-error";
import { shortened } from "@/lib/platform/shortened";

/** An address shown to whoever holds a link, without giving it away: `ada@example.com` → `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** The points of a domain's name: IDNA takes all four for one. */
const POINTS = "[.．。｡]";
/** What mail programs make a link of: words with a scheme, `www.` ones, and names of hosts with a path. */
const LINK = new RegExp(`:\\/\\/|^\\W*(?:mailto|tel|javascript|data):|www${POINTS}|${POINTS}[^/]*\\/`, "iu");
/** What makes a link of a word without any of that: a point before what may be a top-level domain. */
const POINT_IN_NAME = new RegExp(`(?<=\\S)${POINTS}(?=[\\p{L}\\p{N}]{2})`, "gu");
const UNSEEN = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * A name that somebody chose, made safe for a mail to a stranger: one line of at most `charsMax` characters in which no
 * mail program finds a link, so that nobody sends advertising or a trap in our name. Of an email address only the part
 * before the @ stays. Null if nothing is left.
 */
export function nameInMail(name: string, charsMax: number): string | null {
  const words = name.replace(/\s+/gu, " ").replace(UNSEEN, "").split(" ");
  const harmless = words
    .filter((word) => !LINK.test(word))
    .map((word) =>
      word
        .replace(/(?<=.)@.*/u, "")
        .replace("@", "")
        .replace(POINT_IN_NAME, " "),
    )
    .filter((word) => word !== "");
  return shortened(harmless.join(" "), charsMax) || null;
}

/** The state of an invite. */
export function inviteStatus(
  invite: { acceptedAt: Date | null; expiresAt: Date },
  now: Date,
): "open" | "expired" | "accepted" {
  if (invite.acceptedAt) return "accepted";
  return invite.expiresAt > now ? "open" : "expired";
}

/** @throws AppError gone if somebody has come in by the invite: nothing about it can be changed any more */
export function requireUnaccepted({ acceptedAt }: { acceptedAt: Date | null }): void {
  if (acceptedAt) throw new AppError("gone", "This invite was accepted already");
}
