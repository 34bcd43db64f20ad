import { CLOCK_AHEAD_S_MAX } from "@/lib/inbound/email/limits";

/** Whether a signature was made within `ageSMax` before now, or a little after it, as far as clocks go. */
export function isFresh(signedAtMs: number, now: Date, ageSMax: number): boolean {
  const ageS = (now.getTime() - signedAtMs) / 1000;
  return ageS <= ageSMax && ageS >= -CLOCK_AHEAD_S_MAX;
}

/** The bytes of canonical base64; null for any other spelling of them, which decoders read all the same. */
export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length > 0 && bytes.toString("base64") === text ? bytes : null;
}
