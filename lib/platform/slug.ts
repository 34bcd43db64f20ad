import slugify from "@sindresorhus/slugify";
import { randomBase62 } from "@/lib/platform/crypto";
import { SLUG_CHARS_MAX } from "@/lib/platform/limits";

const SUFFIX_CHARS = 5;

/**
 * A slug for a name: lower-case ASCII words joined by hyphens, or `fallback` if the name has none. From the second
 * attempt on, random letters are appended, because the plain slug was taken.
 */
export function slugFor(name: string, fallback: string, tryNumber = 1): string {
  const suffix = tryNumber === 1 ? "" : `-${randomBase62(SUFFIX_CHARS).toLowerCase()}`;
  const base = (slugify(name) || fallback).slice(0, SLUG_CHARS_MAX - SUFFIX_CHARS - 1).replace(/-+$/, "");
  return base + suffix;
}
