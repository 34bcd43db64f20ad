import { AppError } from "@/lib/http/app-error";
import { sha256Hex } from "@/lib/platform/crypto";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "@/lib/routes/idempotency/limits";

/** A string of structured fields (RFC 9651, 3.3.3), or the same without quotes and spaces. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x7e][\x21-\x7e]*$/;

/**
 * The key of a request; null without the header. A key means the same with and without quotes
 * (draft-ietf-httpapi-idempotency-key-header, section 2.1).
 * @throws AppError bad_request for anything else, and for keys that are empty or too long
 */
export function readIdempotencyKey(header: string | null): string | null {
  if (header === null) return null;
  const text = header.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(["\\])/g, "$1") ?? BARE.exec(text)?.[0] ?? "";
  if (key.length >= 1 && key.length <= IDEMPOTENCY_KEY_CHARS_MAX) return key;
  throw new AppError(
    "bad_request",
    `Idempotency-Key takes 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} visible ASCII characters, best a UUID in double quotes.`,
  );
}

/** What a repeat must match: the query and the body's bytes, unpacked: packed anew, the same body may have other ones. */
export function fingerprintOf(url: string, bytes: Uint8Array): string {
  return sha256Hex(`${new URL(url).search}\n${sha256Hex(bytes)}`);
}

/** `committed` is written in the same transaction as the change itself. */
export const KEY_STATES = ["claimed", "committed", "answered"] as const;

const ID = /(?<=\/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi;

/**
 * The path under which keys are stored: the same with and without `/api/v1` in front, and however ids are written, which
 * name the same thing in capitals.
 */
export function countedPath(url: string): string {
  const { pathname } = new URL(url, "http://localhost");
  return pathname.replace(/^\/api\/v1(?=\/)/, "").replace(ID, (id) => id.toLowerCase());
}
