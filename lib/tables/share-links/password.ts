import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { Turns } from "@/lib/http/turns";
import { processWide } from "@/lib/platform/process-wide";
import { SHARE_PASSWORDS_KNOWN_MAX } from "@/lib/tables/limits";

/**
 * What the authors of Go's scrypt advise where somebody waits: 32 MiB and some 0.1 s. More would only help those who want
 * to keep this machine busy; guessing is slowed down by counting tries.
 */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Node refuses more than 32 MiB unless told otherwise, and counts a little beyond 128 · N · r. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;

/**
 * One hash at a time in this process: each keeps one of Node's few threads busy, and every request needs those, if only to
 * check its bearer.
 */
const hashes = processWide("password-hashes", () => new Turns({ atOnce: 1 }));

/** @param of what takes turns with others */
function derive(of: string, password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const options = { ...cost, maxmem: MEMORY_BYTES_MAX };
  return hashes.take(
    of,
    () =>
      new Promise((resolve, reject) =>
        scrypt(password, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash))),
      ),
  );
}

/** The same text may be typed as different characters (RFC 8265 asks for NFC). */
function typed(password: string): string {
  return password.normalize("NFC");
}

/** Stored hashes with their right passwords, hashed under a key that this process alone has. */
const known = processWide("known-passwords", () => ({
  key: randomBytes(HASH_BYTES),
  pairs: new Set<string>(),
}));

function remember(pair: string): void {
  known.pairs.add(pair);
  const [oldest] = known.pairs;
  if (known.pairs.size > SHARE_PASSWORDS_KNOWN_MAX && oldest !== undefined) known.pairs.delete(oldest);
}

/** A password as it is stored: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive("new", typed(password), salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/**
 * Whether a password matches the stored one, in constant time. A right one is remembered: whoever sends it with each
 * request waits for its hash once, and can't keep this machine busy by that.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt = "", hash = ""] = stored.split("$");
  const expected = Buffer.from(hash, "base64url");
  if (kind !== "scrypt" || expected.length !== HASH_BYTES) throw new Error("not a stored password");
  const pair = createHmac("sha256", known.key)
    .update(`${stored} ${typed(password)}`)
    .digest("base64url");
  if (known.pairs.has(pair)) return true;
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const isRight = timingSafeEqual(
    await derive(stored, typed(password), Buffer.from(salt, "base64url"), cost),
    expected,
  );
  if (isRight) remember(pair);
  return isRight;
}
