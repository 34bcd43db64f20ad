import type { Challenge } from "@/lib/forms/schema";

/** How many hashes are computed concurrently: each is a message to another thread and back. */
const HASHES_AT_ONCE = 256;

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Solves a challenge (ALTCHA). @returns the solution in the format to send; null if there is none */
export async function solve(given: Challenge): Promise<string | null> {
  const { algorithm, challenge, salt, signature, maxnumber } = given;
  for (let from = 0; from <= maxnumber; from += HASHES_AT_ONCE) {
    const hashes = await Promise.all(
      Array.from({ length: HASHES_AT_ONCE }, (_, index) => hashOf(`${salt}${from + index}`)),
    );
    const found = hashes.indexOf(challenge);
    if (found >= 0)
      return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }));
  }
  return null;
}
