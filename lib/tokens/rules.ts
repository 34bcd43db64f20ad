import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "@/lib/platform/crypto";
import {
  API_TOKEN_CHECKSUM_CHARS,
  API_TOKEN_PREFIX_CHARS,
  API_TOKEN_RANDOM_CHARS,
} from "@/lib/tokens/limits";

/** What stands in front of a secret: secret scanners and `authenticate` tell kinds by it. */
const API_TOKEN_KIND = "svc_";
const WORKSPACE_KEY_KIND = "wsk_";

const SHAPE = new RegExp(`^[0-9A-Za-z]{${API_TOKEN_RANDOM_CHARS + API_TOKEN_CHECKSUM_CHARS}}$`);

function checksumOf(text: string): string {
  return toBase62(crc32(text), API_TOKEN_CHECKSUM_CHARS);
}

function mint(kind: string): string {
  const body = kind + randomBase62(API_TOKEN_RANDOM_CHARS);
  return body + checksumOf(body);
}

function isOfKind(kind: string, text: string): boolean {
  if (!text.startsWith(kind) || !SHAPE.test(text.slice(kind.length))) return false;
  const body = text.slice(0, -API_TOKEN_CHECKSUM_CHARS);
  return checksumOf(body) === text.slice(-API_TOKEN_CHECKSUM_CHARS);
}

/** A new API token: `svc_`, 40 random base62 characters, and 6 of CRC-32 over what stands before. */
export function mintApiToken(): string {
  return mint(API_TOKEN_KIND);
}

/** Whether a text can be an API token at all. A mistyped or made-up one is refused without asking the database. */
export function isApiToken(text: string): boolean {
  return isOfKind(API_TOKEN_KIND, text);
}

/** A new workspace key: as an API token, with `wsk_` in front. */
export function mintWorkspaceKey(): string {
  return mint(WORKSPACE_KEY_KIND);
}

/** Whether a text can be a workspace key at all. */
export function isWorkspaceKey(text: string): boolean {
  return isOfKind(WORKSPACE_KEY_KIND, text);
}

/** What is shown of a token or key afterwards: its first 12 characters. */
export function prefixOf(token: string): string {
  return token.slice(0, API_TOKEN_PREFIX_CHARS);
}

/** The earlier of two ends; null is none. */
export function earlierOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
