import type { AttributeShape } from "@/lib/crm/attributes/rules";
import type { Value } from "@/lib/crm/attributes/schema";
import type { ValueKey } from "@/lib/crm/records/value-keys";

/** What a formula-safe export puts in front of a cell is taken off again. */
function unescaped(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

const YES = ["true", "yes", "y", "1", "x"];
const NO = ["false", "no", "n", "0"];
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * A cell as the JSON value of an attribute; an empty cell is null. A cell that can't be read comes back as it is, so
 * that validation names it.
 */
export function readCell({ type, options }: Pick<AttributeShape, "type" | "options">, raw: string): Value {
  const cell = unescaped(raw).trim();
  if (cell === "") return null;
  const optionOf = (text: string) =>
    options.find(({ value, label }) => value === text || label.toLowerCase() === text.toLowerCase())?.value ??
    text;
  switch (type) {
    case "number":
    case "currency":
      return NUMBER.test(cell) ? Number(cell) : cell;
    case "checkbox":
      if (YES.includes(cell.toLowerCase())) return true;
      return NO.includes(cell.toLowerCase()) ? false : cell;
    case "select":
      return optionOf(cell);
    case "multi_select":
      return cell.split(";").flatMap((part) => (part.trim() === "" ? [] : [optionOf(part.trim())]));
    default:
      return cell;
  }
}

/** A value as a cell that `readCell` reads back. */
export function writeCell(value: Value): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(";") : String(value);
}

export type Column<A> = { header: string; attribute: A | null };

/** Which attribute each column holds: the one that the mapping names, else the one with that slug or name. */
export function matchColumns<A extends { slug: string; name: string }>(
  headers: readonly string[],
  attributes: readonly A[],
  mapping: Readonly<Record<string, string | null>> | undefined,
): Column<A>[] {
  return headers.map((header) => {
    if (mapping) {
      const wanted = Object.hasOwn(mapping, header) ? mapping[header] : null;
      return { header, attribute: attributes.find(({ slug }) => slug === wanted) ?? null };
    }
    // A name that begins like a formula has its apostrophe in an export, as a value has.
    const wanted = [header, unescaped(header)].map((each) => each.trim().toLowerCase());
    const attribute =
      attributes.find(({ slug }) => wanted.includes(slug)) ??
      attributes.find(({ name }) => wanted.includes(name.toLowerCase())) ??
      null;
    return { header, attribute };
  });
}

/** The first header under which an attribute stands that stood under another one already, or null. */
export function doubledColumn(columns: readonly Column<{ slug: string }>[]): string | null {
  const seen = new Set<string>();
  for (const { header, attribute } of columns) {
    if (attribute === null) continue;
    if (seen.has(attribute.slug)) return header;
    seen.add(attribute.slug);
  }
  return null;
}

/** A text that names a key, for maps. */
export function nameOfKey({ attributeId, key }: ValueKey): string {
  return `${attributeId} ${key}`;
}
