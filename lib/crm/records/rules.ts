import { isSameValue } from "@/lib/crm/attributes/rules";
import type { AttributeType, Value, Values } from "@/lib/crm/attributes/schema";
import { TIMELINE_TEXT_CHARS_MAX } from "@/lib/crm/records/limits";
import type { FieldChange } from "@/lib/crm/records/schema";
import { traitsOf } from "@/lib/crm/values/catalog";

/** Values after a change: emptied ones leave the document. */
export function mergeValues(before: Values, given: Values): Values {
  const merged = { ...before, ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** A record's values as others see them: one for each attribute in use, null where there is none. */
export function shownValues(object: { attributes: readonly { slug: string }[] }, values: Values): Values {
  return Object.fromEntries(object.attributes.map(({ slug }) => [slug, values[slug] ?? null]));
}

/** What differs between two states of a record, field by field. */
export function changesOf(before: Values, after: Values): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const change = { field, old: before[field] ?? null, new: after[field] ?? null };
    return isSameValue(change.old, change.new) ? [] : [change];
  });
}

function cut(value: Value): Value {
  if (typeof value !== "string" || value.length <= TIMELINE_TEXT_CHARS_MAX) return value;
  return `${value.slice(0, TIMELINE_TEXT_CHARS_MAX - 1).toWellFormed()}…`;
}

/** Changes as a timeline keeps them: long texts cut, so that no record's history outgrows it. */
export function abridged(changes: readonly FieldChange[]): FieldChange[] {
  return changes.map((change) => ({ field: change.field, old: cut(change.old), new: cut(change.new) }));
}

/** Times of the record itself, which can be filtered and sorted by like attributes. */
export const TIME_COLUMNS = ["created_at", "updated_at"] as const;
export type TimeColumn = (typeof TIME_COLUMNS)[number];

/** Ids of the records and members that values refer to; some stand in it more than once. */
export function referredIds(
  attributes: readonly { slug: string; type: AttributeType }[],
  valuesList: readonly Values[],
): { records: string[]; members: string[] } {
  const idsOf = (what: "record" | "member") =>
    attributes
      .filter(({ type }) => traitsOf(type).refersTo === what)
      .flatMap(({ slug }) => valuesList.flatMap((values) => values[slug] ?? []))
      .map(String);
  return { records: idsOf("record"), members: idsOf("member") };
}

/**
 * Common names of attributes for the stage of a record. Only these get a default; any other choice is left to people.
 */
const STAGE = /(^|_)(stage|status)$/;

/** The initial values of a record that people create, by hand or by a form: the first stage, if its object has stages. */
export function firstValues({
  attributes,
}: {
  attributes: readonly { slug: string; type: AttributeType; options: readonly { value: string }[] }[];
}): Values {
  const stages = attributes.filter(({ type, slug }) => traitsOf(type).choice === "one" && STAGE.test(slug));
  return Object.fromEntries(
    stages.flatMap(({ slug, options: [first] }) => (first ? [[slug, first.value]] : [])),
  );
}
