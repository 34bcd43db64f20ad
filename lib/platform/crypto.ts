import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { env } from "@/lib/platform/env";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** SHA-256 as 64 hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** `length` letters and digits, each drawn evenly from a cryptographic source (5.95 bits a character). */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join("");
}

/** A whole number written with `length` base62 digits, zeros in front. */
export function toBase62(value: number, length: number): string {
  let rest = value;
  let digits = "";
  for (let i = 0; i < length; i++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
}

/** A secret for a single purpose, derived from JWT_SECRET by HKDF-SHA256 (RFC 5869): 32 bytes in base64url. */
export function deriveSecret(purpose: string): string {
  return Buffer.from(hkdfSync("sha256", env().JWT_SECRET, "", purpose, 32)).toString("base64url");
}

/** Proves that this service wrote a text for a purpose: an HMAC-SHA256 in base64url. */
export function signatureFor(purpose: string, text: string): string {
  return createHmac("sha256", deriveSecret(purpose)).update(text).digest("base64url");
}

/**
 * AES-256-GCM under the first key of ENCRYPTION_KEYS. `context` (such as "connection:<id>:refresh") is authenticated
 * along with the text, so that a ciphertext copied into another row or column does not decrypt there.
 * @returns `<key id>.<base64url of iv, ciphertext and tag>`
 */
export function encrypt(text: string, context: string): string {
  const [active] = env().ENCRYPTION_KEYS;
  if (!active) throw new Error("ENCRYPTION_KEYS is empty");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", active.key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${active.id}.${body.toString("base64url")}`;
}

/**
 * Reverses `encrypt`, using the key of ENCRYPTION_KEYS that the text names.
 * @throws if that key is missing, the context differs, or a byte was changed
 */
export function decrypt(encrypted: string, context: string): string {
  const [id, encoded = ""] = encrypted.split(".");
  const found = env().ENCRYPTION_KEYS.find((entry) => entry.id === id);
  if (!found) throw new Error(`No encryption key with the id ${id}`);
  const body = Buffer.from(encoded, "base64url");
  // Without a length, Node takes shorter tags too, which are easier to guess.
  const length = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", found.key, body.subarray(0, IV_BYTES), length)
    .setAAD(Buffer.from(context))
    .setAuthTag(body.subarray(-TAG_BYTES));
  return decipher.update(body.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
