import ipaddr from "ipaddr.js";
import { keptUrlProblem } from "@/lib/http/url-rules";
import { DAY_MS } from "@/lib/platform/limits";
import { parseUrl } from "@/lib/platform/parse-url";
import {
  DELIVERY_ATTEMPTS_MAX,
  FAST_ANSWER_MS_MAX,
  HEALTH_DAYS,
  HELD_EVENTS_PER_TRIM,
  PLACES_SHARE,
  RESPONSE_HEADERS_BYTES_MAX,
  RESPONSE_HEADERS_MAX,
  RETRY_CAP_FACTOR,
  RETRY_FACTOR,
  RETRY_JITTER,
  SLOW_ANSWER_MS_MIN,
  URL_CHARS_MAX,
} from "@/lib/webhooks/limits";

/** All IPv6 addresses ever allocated to the public internet (IANA, "IPv6 Global Unicast Address Space"). */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Each of Azure's machines reaches the host that runs it by this address, which lies among public ones. */
const AZURE_HOST = "168.63.129.16";

/**
 * Whether an IPv4 or IPv6 address, in any form, is public. Everything special is refused: private, loopback, link-local
 * (including clouds' metadata services), shared, reserved, multicast, and addresses that map or tunnel v4 in v6
 * (IPv4-mapped addresses are judged as the v4 address they are).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || parsed.toString() === AZURE_HOST) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6);
}

/** The address that a URL names literally, without brackets; null if it names a host. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) ? bare : null;
}

/**
 * What is wrong with a destination, as far as its text shows, or null. Where its name leads is checked when connecting.
 * `new URL` normalises decimal, octal, hexadecimal and shortened addresses.
 */
export function destinationProblem(text: string, isPrivateAllowed: boolean): string | null {
  if (text.length > URL_CHARS_MAX) return `Holds more than ${URL_CHARS_MAX} characters`;
  const url = parseUrl(text);
  if (url === null) return "Is not a URL";
  const { protocol, username, password, port, hostname } = url;
  if (protocol !== "https:" && protocol !== "http:") return "Must begin with https:// or http://";
  if (username !== "" || password !== "") return "Must not carry credentials; send a header instead";
  const problem = keptUrlProblem(text);
  if (problem !== null) return problem;
  if (port === "0") return "Port 0 can't be connected to";
  if (isPrivateAllowed) return null;
  const address = literalAddress(hostname);
  const isLocalName = /(^|\.)localhost\.?$/.test(hostname);
  return isLocalName || (address !== null && !isPublicAddress(address)) ? "Destination not allowed" : null;
}

/** Whether two URLs have the same origin, and so may be sent the same secrets. */
export function isSameOrigin(a: string, b: string): boolean {
  return new URL(a).origin === new URL(b).origin;
}

/** Seconds since 1970, as in the Standard Webhooks headers. */
export function timestampOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

const USER_AGENT = "Workspace-Platform-Webhooks/1.0";

/** The headers of one attempt, without the webhook's own custom ones (contract section 5, "Request sent"). */
export function deliveryHeaders(attempt: {
  deliveryId: string;
  eventId: string;
  eventType: string;
  startedAt: Date;
  signature: string;
  webhookSignature: string;
  traceparent?: string | null;
}): Record<string, string> {
  return {
    ...(attempt.traceparent ? { traceparent: attempt.traceparent } : {}),
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    "accept-encoding": "identity",
    "x-svc-event": attempt.eventType,
    "x-svc-delivery": attempt.deliveryId,
    "x-svc-signature": attempt.signature,
    "webhook-id": attempt.eventId,
    "webhook-timestamp": timestampOf(attempt.startedAt),
    "webhook-signature": attempt.webhookSignature,
  };
}

/** Whether a response's status means that the subscriber has the event, whatever happened to the response's body. */
export function isSuccessStatus(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** Foreign text, made storable in Postgres. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\u{FFFD}");
}

/**
 * The response headers that are stored with an attempt, in their order: as many as RESPONSE_HEADERS_MAX and
 * RESPONSE_HEADERS_BYTES_MAX allow, with `location` first. A header that is too long is left out.
 */
export function keptHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), storable([value].flat().join(", "))] as const],
  );
  const kept = new Map<string, string>();
  let bytes = 0;
  for (const [name, value] of named.toSorted(
    ([a], [b]) => Number(b === "location") - Number(a === "location"),
  )) {
    const size = Buffer.byteLength(name) + Buffer.byteLength(value);
    if (kept.size === RESPONSE_HEADERS_MAX) break;
    if (bytes + size > RESPONSE_HEADERS_BYTES_MAX) continue;
    kept.set(name, value);
    bytes += size;
  }
  return Object.fromEntries(kept);
}

/** How long a `Retry-After` header asks to wait, in ms: seconds or an HTTP date (RFC 9110, 10.2.3); 0 for neither. */
export function retryAfterMs(header: string | null, now: Date): number {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/**
 * How long to wait after the failed attempt number `attempt` (from 1) of a schedule, in ms; null when it was the last.
 * A wait is `factor` times the one before and at most `cap`; `askedMs` may lengthen it, and so does `random` (0 to 1) by
 * up to a tenth, both up to the cap as well.
 */
export function retryWaitMs(
  attempt: number,
  initialMs: number,
  askedMs: number,
  random: number,
): number | null {
  if (attempt >= DELIVERY_ATTEMPTS_MAX) return null;
  const capMs = initialMs * RETRY_CAP_FACTOR;
  const waitMs = Math.max(askedMs, initialMs * RETRY_FACTOR ** (attempt - 1));
  return Math.min(capMs, waitMs * (1 + RETRY_JITTER * random));
}

/** What the end of an attempt says about how many requests its webhook can take at once. */
export type Pace = {
  /** Its slots: it gains one, keeps them, or they are halved. */
  slots: "gained" | "kept" | "halved";
  /** Whether the webhook counts as slow from now on; null: unchanged. */
  isSlow: boolean | null;
};

/** Judges an attempt by its result and duration. A late answer is a success but still costs slots. */
export function paceOf(isSuccess: boolean, durationMs: number): Pace {
  const isFast = durationMs < FAST_ANSWER_MS_MAX;
  const isSlow = durationMs > SLOW_ANSWER_MS_MIN;
  const kept = isFast ? "gained" : "kept";
  return { slots: isSuccess && !isSlow ? kept : "halved", isSlow: isSlow ? true : isFast ? false : null };
}

/** How many of a process' places one workspace, or all slow webhooks together, may hold: one at least. */
export function shareOf(places: number): number {
  return Math.max(1, Math.floor(places * PLACES_SHARE));
}

/** From when deliveries count towards a webhook's health. */
export function healthSince(now: Date): Date {
  return new Date(now.getTime() - HEALTH_DAYS * DAY_MS);
}

/**
 * Whether a transaction that held this many events should count the held events and drop the oldest beyond the limit:
 * once per HELD_EVENTS_PER_TRIM events on average, so that counting costs next to nothing and no counter has to be
 * locked.
 * @param dice from 0 up to, not including, 1
 */
export function isTimeToTrim(held: number, dice: number): boolean {
  return dice < held / HELD_EVENTS_PER_TRIM;
}

/** Binds an encrypted secret to its webhook. */
export function secretContext(webhookId: string): string {
  return `webhook:${webhookId}:secret`;
}

/** Binds encrypted headers to their webhook. */
export function headersContext(webhookId: string): string {
  return `webhook:${webhookId}:headers`;
}

/** Names that custom headers may not have: headers of the connection, those that describe the body, and our own. */
const RESERVED_HEADER =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent|accept-encoding|(proxy|content|x-svc|webhook)-.*)$/;

/** Whether a custom header's name, in lower case, is reserved. */
export function isReservedHeader(name: string): boolean {
  return RESERVED_HEADER.test(name);
}
