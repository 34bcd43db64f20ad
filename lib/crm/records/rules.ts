import { isSameValue } from "@/lib/crm/attributes/rules";
import type { AttributeType, Value, Values } from "@/lib/crm/attributes/schema";
import { TIMELINE_TEXT_CHARS_MAX } from "@/lib/crm/records/limits";
import type { FieldChange, Operator } from "@/lib/crm/records/schema";

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

const TEXTS: Operator[] = ["eq", "neq", "in", "contains", "starts_with"];
const ORDERED: Operator[] = ["eq", "neq", "in", "gt", "gte", "lt", "lte"];
const CHOICES: Operator[] = ["eq", "neq", "in"];
const PRESENCE: Operator[] = ["is_empty", "is_not_empty"];

/** Which operators an attribute of a type can be filtered by. */
export const OPERATORS: Record<AttributeType, readonly Operator[]> = {
  text: [...TEXTS, ...PRESENCE],
  email: [...TEXTS, ...PRESENCE],
  url: [...TEXTS, ...PRESENCE],
  phone: [...TEXTS, ...PRESENCE],
  number: [...ORDERED, ...PRESENCE],
  currency: [...ORDERED, ...PRESENCE],
  date: [...ORDERED, ...PRESENCE],
  checkbox: ["eq", "neq", ...PRESENCE],
  select: [...CHOICES, ...PRESENCE],
  multi_select: ["contains", "in", ...PRESENCE],
  reference: [...CHOICES, ...PRESENCE],
  user: [...CHOICES, ...PRESENCE],
};
