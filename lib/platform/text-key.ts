import { createHash } from "node:crypto";
import { KEY_PREFIX_CHARS } from "@/lib/platform/limits";
import { fold } from "@/lib/platform/loose-text";
import { nameKey } from "@/lib/platform/name-key";

/** Stands before what would not be in a folded text, so that no text's key can be taken for another's. */
export const MARK = "\u0001";

/**
 * Texts are equal that are alike, such as "Grün" and "GRÜN" (`alike`); they sort without accents, by their first
 * characters. What folding or cutting loses is kept as a hash.
 */
export function textKey(text: string): string {
  const lower = nameKey(text);
  const folded = fold(text);
  if (folded === lower && folded.length <= KEY_PREFIX_CHARS) return folded;
  const prefix = folded.slice(0, KEY_PREFIX_CHARS).toWellFormed();
  return `${prefix}${MARK}${createHash("sha256").update(lower).digest("hex").slice(0, 32)}`;
}
