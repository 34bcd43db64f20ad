import { equalInConstantTime, signatureFor } from "@/lib/platform/crypto";
import { SHARE_TICKET_MINUTES } from "@/lib/tables/limits";

type Link = { id: string; passwordVersion: number };

function macOf({ id, passwordVersion }: Link, expiresAtS: number): string {
  return signatureFor("share-ticket", `${id}:${passwordVersion}:${expiresAtS}`);
}

/** A ticket for whoever knew a link's password, good for `SHARE_TICKET_MINUTES`, at this link and with this password. */
export function signTicket(link: Link, now: Date): { ticket: string; expiresAt: Date } {
  const expiresAtS = Math.floor(now.getTime() / 1000) + SHARE_TICKET_MINUTES * 60;
  return { ticket: `${expiresAtS}.${macOf(link, expiresAtS)}`, expiresAt: new Date(expiresAtS * 1000) };
}

/** Whether a text is a ticket of this link and its present password, and still good. */
export function isTicketOf(link: Link, text: string, now: Date): boolean {
  const [, seconds, mac = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(text) ?? [];
  if (seconds === undefined) return false;
  return equalInConstantTime(mac, macOf(link, Number(seconds))) && Number(seconds) * 1000 > now.getTime();
}
