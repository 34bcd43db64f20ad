import slugify from "@sindresorhus/slugify";
import { AppError } from "@/lib/http/app-error";
import { randomBase62 } from "@/lib/platform/crypto";
import { FLAGS_MAX, SLUG_CHARS_MAX } from "@/lib/workspaces/limits";

const SUFFIX_CHARS = 5;

/**
 * A slug for a name: lower-case ASCII words joined by hyphens, `fallback` where the name has none. From the second try
 * on it ends in random letters, because the plain one was taken.
 */
export function slugFor(name: string, fallback: string, tryNumber = 1): string {
  const suffix = tryNumber === 1 ? "" : `-${randomBase62(SUFFIX_CHARS).toLowerCase()}`;
  const base = (slugify(name) || fallback).slice(0, SLUG_CHARS_MAX - SUFFIX_CHARS - 1).replace(/-+$/, "");
  return base + suffix;
}

/**
 * Settings after a change: a key set to null falls back to what it inherits.
 * @throws AppError invalid for more than `FLAGS_MAX` of them
 */
export function mergeSettings(
  stored: unknown,
  change: Readonly<Record<string, boolean | null | undefined>>,
): Record<string, boolean> {
  const merged = { ...(stored as Record<string, boolean | null>), ...change };
  const flags = Object.entries(merged).filter((entry): entry is [string, boolean] => entry[1] != null);
  if (flags.length > FLAGS_MAX) {
    const issues = [{ path: "settings", message: `At most ${FLAGS_MAX} settings` }];
    throw new AppError("invalid", "The request body is not valid.", { issues });
  }
  return Object.fromEntries(flags);
}
