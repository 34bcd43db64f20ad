import type { Value } from "@/lib/crm/attributes/schema";
import { IMPORT_UNDO_DAYS, PARSE_SLICE_BYTES } from "@/lib/crm/import/limits";
import type { ImportState } from "@/lib/crm/import/schema";
import type { ValueKey } from "@/lib/crm/records/value-keys";
import { unescaped } from "@/lib/platform/formula-cells";
import { DAY_MS } from "@/lib/platform/limits";
import { nameKey } from "@/lib/platform/name-key";

/**
 * A value as a cell that `readCell` can read. A number stays a number: a negative one is no formula and gets no
 * apostrophe.
 */
export function writeCell(value: Value): string | number {
  if (value === null) return "";
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join(";") : String(value);
}

/** A first line that names the separator, for Excel, which doesn't count it as a row. */
const NAMED_SEPARATOR = /^\uFEFF?sep=([,;\t|])(?:\r\n|\n|\r)/i;

/**
 * The separator of a file and its text from the header on: the one that a first line such as `sep=;` names; else comma,
 * semicolon or tab, whichever occurs most often in the header, or its first 64 KiB.
 */
export function readSeparator(csv: string): { delimiter: string; text: string } {
  const [line = "", named] = NAMED_SEPARATOR.exec(csv) ?? [];
  if (named !== undefined) return { delimiter: named, text: csv.slice(line.length) };
  const begin = csv.slice(0, PARSE_SLICE_BYTES);
  const header = begin.slice(0, begin.search(/[\r\n]|$/));
  const delimiter = [",", ";", "\t"].reduce((best, each) =>
    header.split(each).length > header.split(best).length ? each : best,
  );
  return { delimiter, text: csv };
}

export type Column<A> = { header: string; attribute: A | null };

/** What a header may mean. In an export, a name that begins like a formula has an apostrophe, as values have. */
function textsOf(header: string): string[] {
  return [header, unescaped(header)].map((each) => nameKey(each.trim()));
}

/** The attribute of each column: the one that the mapping names, or else the one with that slug or name. */
export function matchColumns<A extends { slug: string; name: string }>(
  headers: readonly string[],
  attributes: readonly A[],
  mapping: Readonly<Record<string, string | null>> | undefined,
): Column<A>[] {
  const wanted = headers.map(textsOf);
  const bySlug = attributes.filter(({ slug }) => wanted.some((texts) => texts.includes(slug)));
  return headers.map((header, index) => {
    if (mapping) {
      const slug = Object.hasOwn(mapping, header) ? mapping[header] : null;
      return { header, attribute: attributes.find((each) => each.slug === slug) ?? null };
    }
    const texts = wanted[index] ?? [];
    const attribute =
      bySlug.find(({ slug }) => texts.includes(slug)) ??
      attributes.find((each) => !bySlug.includes(each) && texts.includes(nameKey(each.name))) ??
      null;
    return { header, attribute };
  });
}

/**
 * The same for files that are headed by names: of those called alike each takes its turn, and a slug counts only where
 * nothing is called so. Something may be called now as another's slug is, from which it was renamed.
 */
export function matchNames<A extends { slug: string; name: string }>(
  headers: readonly string[],
  attributes: readonly A[],
): Column<A>[] {
  const wanted = headers.map(textsOf);
  const byName = attributes.filter(({ name }) => wanted.some((texts) => texts.includes(nameKey(name))));
  const taken = new Set<A>();
  return headers.map((header, index) => {
    const texts = wanted[index] ?? [];
    const named = byName.filter(({ name }) => texts.includes(nameKey(name)));
    const attribute =
      named.find((each) => !taken.has(each)) ??
      named[0] ??
      attributes.find((each) => !byName.includes(each) && texts.includes(each.slug)) ??
      null;
    if (attribute !== null) taken.add(attribute);
    return { header, attribute };
  });
}

/** What other programs call a column, by our word for it. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["e mail", "email"],
  ["e mail address", "email"],
  ["email address", "email"],
  ["full name", "name"],
  ["job", "job title"],
  ["mobile phone", "phone"],
  ["phone number", "phone"],
  ["telephone", "phone"],
  ["web site", "website"],
]);

/**
 * What a person is offered for columns that no mapping names: as `matchColumns`, and further by the words alone, however
 * they are joined, with or without the object's name before them: `Company name` is a company's name, `E-mail` an email.
 */
export function suggestColumns<A extends { slug: string; name: string }>(
  headers: readonly string[],
  attributes: readonly A[],
  objectName: string,
): Column<A>[] {
  const wordsOf = (text: string) =>
    nameKey(unescaped(text))
      .split(/[\s_-]+/)
      .filter(Boolean)
      .join(" ");
  const prefix = `${wordsOf(objectName)} `;
  const columns = matchColumns(headers, attributes, undefined);
  const taken = new Set(columns.map(({ attribute }) => attribute));
  return columns.map(({ header, attribute }) => {
    if (attribute !== null) return { header, attribute };
    const words = wordsOf(header);
    const bare = words.startsWith(prefix) ? words.slice(prefix.length) : words;
    const wanted = [words, bare, SYNONYMS.get(bare)];
    const found = attributes.find(
      (each) => !taken.has(each) && [each.slug, each.name].some((text) => wanted.includes(wordsOf(text))),
    );
    if (found) taken.add(found);
    return { header, attribute: found ?? null };
  });
}

/** The first header that stands for an attribute which an earlier header stands for already; null if there is none. */
export function doubledColumn(columns: readonly Column<{ slug: string }>[]): string | null {
  const seen = new Set<string>();
  for (const { header, attribute } of columns) {
    if (attribute === null) continue;
    if (seen.has(attribute.slug)) return header;
    seen.add(attribute.slug);
  }
  return null;
}

/** A key as text, for use in maps. */
export function nameOfKey({ attributeId, key }: ValueKey): string {
  return `${attributeId} ${key}`;
}

/** Until when an import that ended at a given time can be undone. */
export function undoUntil(doneAt: Date): Date {
  return new Date(doneAt.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
}

/** States in which an import has ended, whether or not it has written anything. */
const ENDED: readonly ImportState[] = ["done", "failed", "cancelled"];

/** Whether an import can be undone now. */
export function canUndo(
  { state, undoUntil: until }: { state: ImportState; undoUntil: Date | null },
  now: Date,
): boolean {
  return ENDED.includes(state) && until !== null && until > now;
}

/** Whether an import can be cancelled: it has not ended, and is not being undone. */
export function canCancel(state: ImportState): boolean {
  return state === "queued" || state === "checking" || state === "checked" || state === "writing";
}
