import { equalInConstantTime, signatureFor } from "@/lib/platform/crypto";

function signatureOf(formId: string, openedAtMs: string): string {
  return signatureFor("form-ticket", `${formId}.${openedAtMs}`);
}

/** A text that proves, only to this service, when a form was given out. It identifies nobody and can be cached. */
export function openTicket(formId: string, now: Date): string {
  const openedAtMs = String(now.getTime());
  return `${openedAtMs}.${signatureOf(formId, openedAtMs)}`;
}

/** When the form was given out, by its ticket; null for a ticket that is not of this form or was tampered with. */
export function readTicket(formId: string, ticket: string): Date | null {
  const [openedAtMs = "", signature = ""] = ticket.split(".");
  if (!/^\d{1,15}$/.test(openedAtMs)) return null;
  return equalInConstantTime(signature, signatureOf(formId, openedAtMs))
    ? new Date(Number(openedAtMs))
    : null;
}
