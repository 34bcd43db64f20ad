import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { PROOF_MAX_AGE_MS, PROOF_NUMBER_MAX } from "@/lib/forms/limits";
import type { Challenge } from "@/lib/forms/schema";
import { deriveSecret, equalInConstantTime } from "@/lib/platform/crypto";

/*
 * Proof of work as ALTCHA writes it (altcha.org, "Proof-of-Work Captcha"): the visitor's browser finds the number whose
 * SHA-256 with the salt is the challenge. No other host takes part. Its own server library asks for a newer Node.
 */

const SALT_BYTES = 12;
/** Ends every salt, so that no digit of the number can be taken for one more of the time before it. */
const SALT_END = "&";

function signatureOf(formId: string, challenge: string): string {
  return createHmac("sha256", deriveSecret("form-proof-of-work"))
    .update(`${formId}.${challenge}`)
    .digest("hex");
}

function challengeOf(salt: string, number: number): string {
  return createHash("sha256").update(`${salt}${number}`).digest("hex");
}

/** A challenge of a form; it expires with the time in its salt. */
export function challengeFor(formId: string, now: Date): Challenge {
  const expires = Math.floor((now.getTime() + PROOF_MAX_AGE_MS) / 1000);
  const salt = `${randomBytes(SALT_BYTES).toString("hex")}?expires=${expires}${SALT_END}`;
  const challenge = challengeOf(salt, randomInt(PROOF_NUMBER_MAX));
  return {
    algorithm: "SHA-256",
    challenge,
    maxnumber: PROOF_NUMBER_MAX,
    salt,
    signature: signatureOf(formId, challenge),
  };
}

const Solution = z.object({
  algorithm: z.literal("SHA-256"),
  challenge: z.string(),
  number: z.int().min(0).max(PROOF_NUMBER_MAX),
  salt: z.string().max(200),
  signature: z.string(),
});

/** The challenge that a text solves; null for one that is wrong, expired or of another form. */
export function solvedChallenge(formId: string, captcha: string, now: Date): string | null {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(captcha, "base64").toString("utf8"));
  } catch {
    return null;
  }
  const parsed = Solution.safeParse(json);
  if (!parsed.success) return null;
  const { challenge, number, salt, signature } = parsed.data;
  const expires = Number(new URLSearchParams(salt.split("?")[1] ?? "").get("expires"));
  if (!salt.endsWith(SALT_END) || !(expires * 1000 > now.getTime())) return null;
  if (!equalInConstantTime(signature, signatureOf(formId, challenge))) return null;
  return challengeOf(salt, number) === challenge ? challenge : null;
}
