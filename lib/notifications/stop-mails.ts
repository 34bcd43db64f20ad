import { Redirect } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/lib/notifications/catalog";
import { Kind } from "@/lib/notifications/schema";
import { changeSetting, isThere } from "@/lib/notifications/store";
import { equalInConstantTime, signatureFor } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

/** What a link at the end of a mail stops: mails of one kind, or the digest. */
export type Stopped = NotificationKind | "digest";

function signatureOf(developerId: string, what: string): string {
  return signatureFor("stop-mails", `${developerId}.${what}`);
}

/** To where a person chooses what is mailed to them: a link that is only looked at must stop nothing. */
export function openMailSettings(): Redirect {
  return new Redirect(`${env().BASE_URL}/account#notifications`);
}

/**
 * The headers of an automatic mail: how to unsubscribe with one request (RFC 8058), which allows one web address, or by
 * opening it (RFC 2369), and that no machine should answer it (RFC 3834).
 */
export function mailHeaders(developerId: string, what: Stopped): Record<string, string> {
  const { BASE_URL } = env();
  const token = `${developerId}.${what}.${signatureOf(developerId, what)}`;
  return {
    "List-Unsubscribe": `<${BASE_URL}/api/v1/public/mails/stop?stop_token=${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
  };
}

/**
 * Stops what the token of a mail speaks of; again changes nothing, nor does it for somebody who was erased since and is
 * mailed nothing any more.
 * @throws AppError not_found for any other token
 */
export async function stopMails(token: string): Promise<void> {
  const [developerId = "", what = "", signature = ""] = token.split(".");
  if (!equalInConstantTime(signature, signatureOf(developerId, what))) {
    throw new AppError("not_found", "This link is not valid: change what you are mailed in your account");
  }
  await transaction(async (tx) => {
    if (!(await isThere(tx, developerId))) return;
    if (what !== "digest") return changeSetting(tx, developerId, Kind.parse(what), { mail: false });
    for (const { slug } of NOTIFICATION_KINDS) await changeSetting(tx, developerId, slug, { digest: false });
  });
}
