import slugify from "@sindresorhus/slugify";
import { PROJECT_KEY_INITIALS_MAX } from "@/lib/projects/limits";

const FALLBACK = "PRJ";

/**
 * A task key for a project's name: the initials of its words, or the start of its only word, as in "Website Relaunch"
 * → WR and "Atlas" → ATL. Where that is taken it ends in the first number that is free, from 2 on.
 */
export function keyFor(name: string, taken: ReadonlySet<string> = new Set()): string {
  const words = slugify(name).toUpperCase().split("-").filter(Boolean);
  const initials = words.map((word) => word[0]).join("");
  const letters = (words.length > 1 ? initials : (words[0] ?? "").slice(0, 3)).slice(
    0,
    PROJECT_KEY_INITIALS_MAX,
  );
  const key = /^[A-Z][A-Z0-9]+$/.test(letters) ? letters : FALLBACK;
  if (!taken.has(key)) return key;
  for (let number = 2; ; number++) if (!taken.has(key + number)) return key + number;
}

/** Which field of a project a unique index of its table guards. */
export function takenField(index: string): "key" | "slug" | "public_slug" {
  if (index.endsWith("_key_key")) return "key";
  return index.endsWith("_public_slug_key") ? "public_slug" : "slug";
}

/** What keeps a project from being shown to the world; null when nothing does. */
export function publicProblem(project: { isPublic: boolean; publicSlug: string | null }): string | null {
  return project.isPublic && project.publicSlug === null ? "A public project needs an address" : null;
}
