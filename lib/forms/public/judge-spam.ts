import {
  FILL_TIME_MIN_MS,
  FILL_TIME_PER_QUESTION_MS,
  SPAM_LINKS_MIN,
  TICKET_MAX_AGE_MS,
} from "@/lib/forms/limits";
import { readTicket } from "@/lib/forms/public/ticket";
import { evaluateLogic, type FieldRule, type FormValues } from "@/lib/forms/rules";
import type { SpamReason } from "@/lib/forms/submissions/schema";
import { signatureFor } from "@/lib/platform/crypto";

const LINK = /\bhttps?:\/\/|\bwww\.|<a\s/gi;
const WRITTEN: readonly string[] = ["text", "textarea", "email", "phone", "url"];

/** Counts the links in answers to questions that did not ask for one. */
function countLinks(fields: readonly FieldRule[], values: FormValues): number {
  return fields
    .filter(({ type }) => type !== "url" && type !== "hidden")
    .map(({ key }) => values[key])
    .reduce<number>(
      (sum, value) => sum + (typeof value === "string" ? (value.match(LINK)?.length ?? 0) : 0),
      0,
    );
}

/** How long people need at least for what they were asked: nothing for a form of one question. */
function fillTimeMinMs(fields: readonly FieldRule[], values: FormValues): number {
  const logic = evaluateLogic(fields, values);
  const asked = fields.filter(({ key, type }) => type !== "hidden" && logic.get(key)?.isShown).length;
  return Math.min(FILL_TIME_MIN_MS, Math.max(0, asked - 1) * FILL_TIME_PER_QUESTION_MS);
}

/**
 * Why a submission looks like one of a program; empty when it does not. Programs may submit without a ticket, which
 * people's pages always send: what they write is held to a stricter measure then.
 */
export function spamReasons(
  formId: string,
  fields: readonly FieldRule[],
  given: { values: FormValues; ticket: string | undefined; website: string | undefined },
  now: Date,
): SpamReason[] {
  const { values, ticket, website } = given;
  const reasons: SpamReason[] = [];
  if (website) reasons.push("honeypot");
  const openedAt = ticket === undefined ? null : readTicket(formId, ticket);
  if (ticket !== undefined && openedAt === null) reasons.push("ticket_invalid");
  const ageMs = openedAt === null ? null : now.getTime() - openedAt.getTime();
  if (ageMs !== null && ageMs < fillTimeMinMs(fields, values)) reasons.push("too_fast");
  const isVouchedFor = ageMs !== null && ageMs <= TICKET_MAX_AGE_MS;
  if (countLinks(fields, values) >= (isVouchedFor ? SPAM_LINKS_MIN : 1)) reasons.push("links");
  return reasons;
}

/**
 * What the same answers from the same address have in common, and no others: it can't be turned back into either. Null
 * where the address is unknown or nothing was written, because many people choose the same options.
 */
export function fingerprintOf(
  formId: string,
  fields: readonly FieldRule[],
  values: FormValues,
  ip: string | null,
): string | null {
  const isWritten = fields.some(({ key, type }) => WRITTEN.includes(type) && values[key] !== undefined);
  if (ip === null || !isWritten) return null;
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return signatureFor("form-fingerprint", JSON.stringify([formId, ip, sorted]));
}
