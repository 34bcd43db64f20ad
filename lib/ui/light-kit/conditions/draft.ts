import type { Condition, Filter, Operator } from "@/lib/crm/records/schema";
import type { ComparedType } from "@/lib/ui/light-kit/conditions/words";
import { newKey } from "@/lib/ui/light-kit/new-key";

/* Conditions joined by and/or as they are being edited: input is kept as it was typed. */

export type Join = "and" | "or";
export type Choice = { value: string; label: string };

export type Line = {
  key: string;
  subject: string;
  operator: Operator;
  /** The value to compare with. */
  text: string;
  /** The values to compare with, if there are several. */
  list: string[];
  /** The stored value, kept while the subject is unknown: an archived one still counts. */
  given?: Condition["value"];
};
export type Group = { key: string; join: Join; lines: Line[] };
export type ConditionsDraft = { join: Join; parts: (Line | Group)[] };

/** What a condition can compare: an attribute, a column or a field. */
export type Subject = {
  slug: string;
  name: string;
  type: ComparedType;
  operators: readonly Operator[];
  /** The options to choose from; without them values are typed. */
  options?: readonly Choice[];
  /** The kind of value to type. */
  input?: "number" | "date" | "datetime-local";
  /** The initial value of new conditions. */
  initial?: string;
};

/** Whether an operator takes no value. */
export function takesNoValue(operator: Operator): boolean {
  return operator === "is_empty" || operator === "is_not_empty";
}

/** Whether an operator takes several values. */
export function takesList(operator: Operator): boolean {
  return operator === "in" || operator === "not_in";
}

/** Whether a condition is complete. */
export function isComplete({ operator, text, list }: Line): boolean {
  return takesNoValue(operator) || (takesList(operator) ? list.length > 0 : text.trim() !== "");
}

/** A new condition. */
export function newLine(subject: Subject | undefined): Line {
  return {
    key: newKey(),
    subject: subject?.slug ?? "",
    operator: subject?.operators[0] ?? "eq",
    text: subject?.initial ?? "",
    list: [],
  };
}

/** How many conditions there are, including those in groups. */
export function lineCount({ parts }: ConditionsDraft): number {
  return parts.reduce((sum, part) => sum + ("lines" in part ? part.lines.length : 1), 0);
}

function joined<T>(filter: { and: T[] } | { or: T[] }): [Join, T[]] {
  return "and" in filter ? ["and", filter.and] : ["or", filter.or];
}

/**
 * A filter as a draft.
 * @param textOf a value as it would be typed
 */
export function conditionsDraft(
  filter: Filter | null,
  textOf: (value: string | number | boolean, attribute: string) => string = String,
): ConditionsDraft {
  const lineOf = ({ attribute, operator, value }: Condition): Line => ({
    key: newKey(),
    subject: attribute,
    operator,
    text: Array.isArray(value) || value === undefined ? "" : textOf(value, attribute),
    list: Array.isArray(value) ? value.map((each) => textOf(each, attribute)) : [],
    given: value,
  });
  if (filter === null) return { join: "and", parts: [] };
  if ("operator" in filter) return { join: "and", parts: [lineOf(filter)] };
  const [join, parts] = joined(filter);
  return {
    join,
    parts: parts.map((part) => {
      if ("operator" in part) return lineOf(part);
      const [inner, conditions] = joined(part);
      return { key: newKey(), join: inner, lines: conditions.map(lineOf) };
    }),
  };
}

type Part = Condition | { and: Condition[] } | { or: Condition[] };
type Reader = (text: string) => string | number | boolean | undefined;

/**
 * The condition that a line stands for.
 * @param read parses a typed text, undefined if that is not possible; null if the subject is unknown
 * @returns undefined if the text can't be parsed
 */
export function conditionOf(
  { subject: attribute, operator, text, list, given }: Line,
  read: Reader | null,
): Condition | undefined {
  if (takesNoValue(operator)) return { attribute, operator };
  if (read === null) return { attribute, operator, value: given };
  if (takesList(operator)) {
    const values = list.flatMap((each) => read(each) ?? []);
    return values.length === 0 && list.length > 0 ? undefined : { attribute, operator, value: values };
  }
  const value = read(text);
  return value === undefined ? undefined : { attribute, operator, value };
}

/** The filter that conditions stand for, null if there are none. Incomplete lines are left out. */
export function filterOf(
  { join, parts }: ConditionsDraft,
  conditionOfLine: (line: Line) => Condition | undefined,
): Filter | null {
  const conditionsOf = (lines: readonly Line[]) =>
    lines.map(conditionOfLine).filter((condition) => condition !== undefined);
  const all = parts.flatMap((part): Part[] => {
    const inner = conditionsOf("lines" in part ? part.lines : [part]);
    if (!("lines" in part) || inner.length === 0) return inner;
    return [part.join === "and" ? { and: inner } : { or: inner }];
  });
  if (all.length === 0) return null;
  return join === "and" ? { and: all } : { or: all };
}

/** A filter with a single part as that part alone, which is how people usually save it. */
export function plainest(filter: Filter | null): Filter | null {
  if (filter === null || "operator" in filter) return filter;
  const [, [first, ...others]] = joined<Filter>(filter as { and: Filter[] } | { or: Filter[] });
  return others.length === 0 && first ? plainest(first) : filter;
}

/** How many conditions a filter has. */
export function conditionCount(filter: Filter | null): number {
  if (filter === null) return 0;
  if ("operator" in filter) return 1;
  const [, parts] = joined<Filter>(filter as { and: Filter[] } | { or: Filter[] });
  return parts.reduce((sum, part) => sum + conditionCount(part), 0);
}
