import { slugFor } from "@/lib/platform/slug";

/** Names that mean something else where values, filters and files speak of attributes. */
export const RESERVED_SLUGS: readonly string[] = [
  "id",
  "object",
  "title",
  "values",
  "created_at",
  "created_by_id",
  "updated_at",
  "deleted_at",
  "constructor",
];

/** The attribute that every object begins with, which names its records. */
export const NAME_SLUG = "name";

/** Slugs that custom objects can't have: pages of the CRM use the same addresses. */
export const PAGE_SLUGS: readonly string[] = ["automations", "sequences", "tasks"];

/** A slug for an object or attribute with that name; from the second try on it ends in random letters. */
export function underscoredSlug(name: string, fallback: string, tryNumber: number): string {
  const slug = slugFor(name, fallback, tryNumber).replaceAll("-", "_");
  return /^[a-z]/.test(slug) && !RESERVED_SLUGS.includes(slug) ? slug : `${fallback}_${slug}`.slice(0, 63);
}
