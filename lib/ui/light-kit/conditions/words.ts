import type { AttributeType } from "@/lib/crm/attributes/schema";
import type { Operator } from "@/lib/crm/records/schema";
import { ATTRIBUTE_TYPES, traitsOf } from "@/lib/crm/values/catalog";
import type { FieldType } from "@/lib/forms/schema";

/** What conditions can compare: types of attributes and columns, types of form fields, and a record's times. */
export type ComparedType = AttributeType | FieldType | "time";

const WORDS: Record<Operator, string> = {
  eq: "is",
  neq: "is not",
  contains: "contains",
  starts_with: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  in: "is any of",
  not_in: "is none of",
  is_empty: "is empty",
  is_not_empty: "is not empty",
};

const DATE_WORDS: Partial<Record<Operator, string>> = {
  eq: "is on",
  neq: "is not on",
  gt: "is after",
  gte: "is on or after",
  lt: "is before",
  lte: "is on or before",
};

/** For values that are lists. */
const LIST_WORDS: Partial<Record<Operator, string>> = {
  contains: "has",
  in: "has any of",
  not_in: "has none of",
};

/** The words of a type that differ from the usual ones. */
function ownWords(type: ComparedType): Partial<Record<Operator, string>> {
  if (type === "time") return DATE_WORDS;
  // Form fields without a matching attribute type are compared as texts.
  const traits = traitsOf(ATTRIBUTE_TYPES.find((each) => each === type) ?? "text");
  if (traits.writtenAs === "date") return DATE_WORDS;
  return traits.choice === "many" ? LIST_WORDS : {};
}

/** An operator as it reads between what is compared and a value: "Stage **is any of** Won, Lost". */
export function operatorWords(type: ComparedType, operator: Operator): string {
  return ownWords(type)[operator] ?? WORDS[operator];
}
