import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/**
 * What the authors of Go's scrypt advise where somebody waits: 32 MiB and some 0.1 s. More would only help those who want
 * to keep this machine busy; guessing is slowed down by counting tries.
 */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Node refuses more than 32 MiB unless told otherwise, and counts a little beyond 128 · N · r. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // The same text may be typed as different characters (RFC 8265 asks for NFC).
    scrypt(
      password.normalize("NFC"),
      salt,
      HASH_BYTES,
      { ...cost, maxmem: MEMORY_BYTES_MAX },
      (error, hash) => (error ? reject(error) : resolve(hash)),
    ),
  );
}

/** A password as it is stored: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether a password matches the stored one, in constant time. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt = "", hash = ""] = stored.split("$");
  const expected = Buffer.from(hash, "base64url");
  if (kind !== "scrypt" || expected.length !== HASH_BYTES) throw new Error("not a stored password");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url"), cost), expected);
}
