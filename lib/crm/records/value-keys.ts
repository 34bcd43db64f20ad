import type { AttributeType, Value, Values } from "@/lib/crm/attributes/schema";
import { type Traits, traitsOf } from "@/lib/crm/values/catalog";
import { KEY_PREFIX_CHARS } from "@/lib/platform/limits";
import { fold } from "@/lib/platform/loose-text";
import { textKey } from "@/lib/platform/text-key";

/*
 * A value's key: a text that, byte by byte, is equal to another value's key where the values are equal, and sorts as
 * the values do. One index over keys then serves filters and sorts of every type.
 */

/** Before the key by which a multi-select sorts, beside the keys of its options. */
const SORT_MARK = "\u0002";
/** Sorts after every text that starts with what stands in front of it. */
export const AFTER_ALL = "\u{10FFFF}";

const SIGN = 1n << 63n;
const ALL = (1n << 64n) - 1n;

/** IEEE 754 as hexadecimal digits that sort as the numbers do: positives get a set sign bit, negatives are inverted. */
function numberKey(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  return (bits & SIGN ? ~bits & ALL : bits | SIGN).toString(16).padStart(16, "0");
}

function phoneKey(value: string): string {
  return value.replace(/[^+\d]/g, "");
}

/** How a text becomes the key of the whole, what a part of it is looked for by, and the texts it is searched by. */
const KEYS: Record<
  Traits["key"],
  { whole(text: string): string; part(text: string): string; searched(text: string): string[] }
> = {
  folded: { whole: textKey, part: fold, searched: (text) => [fold(text)] },
  digits: { whole: phoneKey, part: phoneKey, searched: (text) => [fold(text), phoneKey(text)] },
  exact: { whole: (text) => text, part: fold, searched: (text) => [fold(text)] },
};

/** The key of one value, or of one option of a multi-select. */
export function keyOf(type: AttributeType, value: string | number | boolean): string {
  if (typeof value === "number") return numberKey(value);
  if (typeof value === "boolean") return String(value);
  return KEYS[traitsOf(type).key].whole(value);
}

/** What a part of a value is looked for by. */
export function partKeyOf(type: AttributeType, part: string): string {
  return KEYS[traitsOf(type).key].part(part);
}

type Typed = { id: string; slug: string; type: AttributeType; isUnique: boolean };

/** The key by which a value sorts; null where there is none. */
function sortKeyOf(type: AttributeType, value: Value | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : SORT_MARK + value.join(",");
  return keyOf(type, value);
}

/** The range in which all keys lie that sort an attribute's values. */
export function sortRange(type: AttributeType): { from: string; below: string } {
  return traitsOf(type).json === "texts"
    ? { from: SORT_MARK, below: SORT_MARK + AFTER_ALL }
    : { from: "", below: AFTER_ALL };
}

/** Under which name the folded text of a value stands whose key holds only its beginning. No slug has a colon. */
export function wholeTextName(slug: string): string {
  return `${slug}:text`;
}

/**
 * What a record sorts and is filtered by, by attribute slug, and the whole of folded texts that are too long for a key.
 * Folding is done here and nowhere in the database, whose locale may know no letters but ASCII's.
 */
export function keyDocument(attributes: readonly Typed[], values: Values): Record<string, string> {
  return Object.fromEntries(
    attributes.flatMap(({ slug, type }) => {
      const value = values[slug];
      const key = sortKeyOf(type, value);
      if (key === null) return [];
      const whole = typeof value === "string" && traitsOf(type).isSearched ? fold(value) : "";
      return whole.length > KEY_PREFIX_CHARS
        ? [
            [slug, key],
            [wholeTextName(slug), whole],
          ]
        : [[slug, key]];
    }),
  );
}

export type ValueKey = { attributeId: string; key: string };

/** Every key under which a record is found. */
export function indexKeys(attributes: readonly Typed[], values: Values): ValueKey[] {
  return attributes.flatMap(({ id, slug, type }) => {
    const value = values[slug];
    const key = sortKeyOf(type, value);
    if (key === null) return [];
    const options = Array.isArray(value) ? value : [];
    return [key, ...options].map((each) => ({ attributeId: id, key: each }));
  });
}

/** The keys that no other record may have. */
export function uniqueKeys(attributes: readonly Typed[], values: Values): ValueKey[] {
  return indexKeys(
    attributes.filter(({ isUnique }) => isUnique),
    values,
  );
}

/** All texts of a record in one, folded. */
export function searchText(attributes: readonly Typed[], values: Values): string {
  return attributes
    .flatMap(({ slug, type }) => {
      const value = values[slug];
      if (typeof value !== "string" || !traitsOf(type).isSearched) return [];
      return KEYS[traitsOf(type).key].searched(value);
    })
    .join("\n");
}

/** The attributes that name a record, in their order: it is called by the first that it has a value of. */
export function textsAmong(attributes: readonly Pick<Typed, "slug" | "type">[]): string[] {
  return attributes.filter(({ type }) => traitsOf(type).isSearched).map(({ slug }) => slug);
}

/** What a record is called: its first text, in the order of its attributes. */
export function titleOf(attributes: readonly Typed[], values: Values): string {
  const named = textsAmong(attributes).find((slug) => values[slug]);
  return named === undefined ? "" : String(values[named]).slice(0, 255).toWellFormed();
}
