import { z } from "zod";
import type { AttributeType } from "@/lib/crm/attributes/schema";
import { FILTER_CONDITIONS_MAX } from "@/lib/crm/records/limits";
import { TIME_COLUMNS, type TimeColumn } from "@/lib/crm/records/rules";
import { Condition, Filter, type Operator } from "@/lib/crm/records/schema";
import { AFTER_ALL, keyOf, partKeyOf } from "@/lib/crm/records/value-keys";
import { traitsOf } from "@/lib/crm/values/catalog";
import { AppError } from "@/lib/http/app-error";
import { GivenTime } from "@/lib/http/fields";
import { firstWords } from "@/lib/http/issue-words";
import { readCursor, writeCursor } from "@/lib/http/paging";
import { unstorablePath } from "@/lib/http/request-body";
import { DAY_MS, KEY_PREFIX_CHARS } from "@/lib/platform/limits";
import { fold } from "@/lib/platform/loose-text";

export type Field = {
  id: string;
  slug: string;
  type: AttributeType;
  /** Of a reference: the slug of the object that it points at. */
  referenceSlug?: string | null;
};

/** The meaning of words in a filter; a word without one is refused like a value that does not fit. */
export type Words = {
  /** The id of whoever asks: what `me` means. */
  me?: string;
  /** The day that it is where they are: what `today` means. */
  today?: string;
  /** Objects that attributes refer to, by slug: what `company.name` is looked up in. */
  related?: ReadonlyMap<string, { id: string; attributes: readonly Field[] }>;
};

export type Bound<T> = { operator: ">" | ">=" | "<" | "<="; at: T };

/** A filter made ready: operands are keys, and every operator is one of a few tests. */
export type Test =
  | { kind: "all" | "any"; tests: Test[] }
  | { kind: "not"; test: Test }
  | { kind: "keys"; field: Field; keys: string[] }
  | { kind: "range"; field: Field; bounds: Bound<string>[] }
  | { kind: "options"; field: Field; options: string[] }
  | { kind: "contains"; field: Field; folded: string }
  | { kind: "search"; folded: string }
  | { kind: "filled"; field: Field }
  | { kind: "time"; column: TimeColumn; bound: Bound<Date> }
  /** The live record of that object to which the field refers passes the test. Of records only. */
  | { kind: "related"; field: Field; objectId: string; test: Test };

const BOUNDS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function boundOf(operator: Operator): Bound<unknown>["operator"] | null {
  return operator in BOUNDS ? BOUNDS[operator as keyof typeof BOUNDS] : null;
}

/** What is not valid of a filter, and where in it. */
class FilterFault extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

function timeTest(column: TimeColumn, { operator, value }: Condition, path: string): Test {
  const bound = boundOf(operator);
  if (bound === null) throw new FilterFault(path, `${column} takes gt, gte, lt and lte`);
  const at = GivenTime.safeParse(value);
  if (!at.success) throw new FilterFault(path, "Not a time, as in 2026-11-20T09:30:00Z");
  return { kind: "time", column, bound: { operator: bound, at: new Date(at.data) } };
}

const TODAY = /^today(?:([+-])(\d{1,4}))?$/;

/** The meaning of a value: `me` is a person, `today` or `today-30` a day, anything else itself. */
function meaningOf(type: AttributeType, value: unknown, { me, today }: Words): unknown {
  const { refersTo, writtenAs } = traitsOf(type);
  if (refersTo === "member" && value === "me") return me ?? value;
  const [word, sign, days] = (writtenAs === "date" && TODAY.exec(String(value))) || [];
  if (word === undefined || today === undefined) return value;
  const offset = Number(days ?? 0) * (sign === "-" ? -1 : 1);
  return new Date(Date.parse(today) + offset * DAY_MS).toISOString().slice(0, 10);
}

/** What refuses, as `neq`, refuses all that lacks the value too: also where there is no related record. */
function relatedTest(fields: readonly Field[], condition: Condition, path: string, words: Words): Test {
  const { related, ...others } = words;
  const [name = "", ...rest] = condition.attribute.split(".");
  const field = fields.find(({ slug }) => slug === name);
  const object = related?.get(field?.referenceSlug ?? "");
  if (!field || !object) throw new FilterFault(path, `No attribute ${condition.attribute}`);
  const about = { ...condition, attribute: rest.join(".") };
  const test = conditionTest(object.attributes, about, path, others);
  const passes = (each: Test): Test => ({ kind: "related", field, objectId: object.id, test: each });
  return test.kind === "not" ? { kind: "not", test: passes(test.test) } : passes(test);
}

function conditionTest(fields: readonly Field[], condition: Condition, path: string, words: Words): Test {
  const { attribute, operator, value } = condition;
  if (attribute.includes(".")) return relatedTest(fields, condition, path, words);
  const column = TIME_COLUMNS.find((each) => each === attribute);
  if (column) return timeTest(column, condition, path);
  const field = fields.find(({ slug }) => slug === attribute);
  if (!field) throw new FilterFault(path, `No attribute ${attribute}`);
  const { type } = field;
  const { operators, operand, choice, key } = traitsOf(type);
  if (!operators.includes(operator)) {
    throw new FilterFault(path, `A ${type} attribute takes ${operators.join(", ")}`);
  }
  if (operator === "is_not_empty") return { kind: "filled", field };
  if (operator === "is_empty") return { kind: "not", test: { kind: "filled", field } };
  const isList = Array.isArray(value);
  const takesList = operator === "in" || operator === "not_in";
  if (value === undefined || isList !== takesList) {
    throw new FilterFault(path, takesList ? "A list is wanted" : "One value is wanted");
  }
  const given = (isList ? value : [value]).map((each) => meaningOf(type, each, words));
  const parsed = z.array(operand(z)).safeParse(given);
  if (!parsed.success) throw new FilterFault(path, firstWords(parsed.error));
  const operands = parsed.data;
  if (choice === "many") {
    const has: Test = { kind: "options", field, options: operands.map(String) };
    return operator === "not_in" ? { kind: "not", test: has } : has;
  }
  const text = String(operands[0]);
  const folded = partKeyOf(type, text);
  if (folded === "" && key === "digits") throw new FilterFault(path, "Not a phone number");
  const isPart = operator === "contains" || operator === "starts_with";
  if (folded === "" && isPart) throw new FilterFault(path, "Holds nothing but accents");
  if (operator === "contains") return { kind: "contains", field, folded };
  if (operator === "starts_with") {
    if (folded.length > KEY_PREFIX_CHARS) {
      throw new FilterFault(path, `starts_with takes at most ${KEY_PREFIX_CHARS} characters`);
    }
    return {
      kind: "range",
      field,
      bounds: [
        { operator: ">=", at: folded },
        { operator: "<", at: folded + AFTER_ALL },
      ],
    };
  }
  const keys = operands.map((each) => keyOf(type, each));
  const bound = boundOf(operator);
  if (bound) return { kind: "range", field, bounds: keys.map((at) => ({ operator: bound, at })) };
  const equal: Test = { kind: "keys", field, keys };
  return operator === "neq" || operator === "not_in" ? { kind: "not", test: equal } : equal;
}

function countConditions(filter: Filter): number {
  if ("and" in filter) return filter.and.reduce((sum, part) => sum + countConditions(part), 0);
  if ("or" in filter) return filter.or.reduce((sum, part) => sum + countConditions(part), 0);
  return 1;
}

function compile(fields: readonly Field[], filter: Filter, path: string, words: Words): Test {
  const each = (parts: readonly Filter[], key: string) =>
    parts.map((part, index) => compile(fields, part, `${path}.${key}.${index}`, words));
  if ("and" in filter) return { kind: "all", tests: each(filter.and, "and") };
  if ("or" in filter) return { kind: "any", tests: each(filter.or, "or") };
  return conditionTest(fields, filter, path, words);
}

/**
 * Makes a filter ready for an object's attributes.
 * @throws AppError of `code`, naming the place, for attributes that are not there, operators that their type does not
 *   take, and operands of another type
 */
export function compileFilter(
  fields: readonly Field[],
  filter: Filter,
  code: "bad_request" | "invalid" = "invalid",
  words: Words = {},
): Test {
  try {
    if (countConditions(filter) > FILTER_CONDITIONS_MAX) {
      throw new FilterFault("filter", `At most ${FILTER_CONDITIONS_MAX} conditions`);
    }
    return compile(fields, filter, "filter", words);
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    const issues = [{ path: fault.path, message: fault.message }];
    throw new AppError(code, `The filter is not valid: ${fault.message}`, { issues });
  }
}

/** Reads a filter out of a query parameter. @throws AppError bad_request */
export function readFilter(
  fields: readonly Field[],
  text: string | undefined,
  words: Words = {},
): Test | null {
  if (text === undefined || text === "") return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad_request", "The filter is not valid JSON.", { cause });
  }
  if (unstorablePath(json) !== null) {
    throw new AppError(
      "bad_request",
      "The filter is nested too deeply, or holds characters that can't be stored.",
    );
  }
  const parsed = Filter.safeParse(json);
  if (parsed.success) return compileFilter(fields, parsed.data, "bad_request", words);
  // Of the forms that a filter may have only a condition's fields can be named: of a union nothing more is known.
  const isGroup = typeof json === "object" && json !== null && ("and" in json || "or" in json);
  const error = (isGroup ? null : Condition.safeParse(json).error) ?? parsed.error;
  const issues = error.issues.map(({ path, message }) => ({ path: ["filter", ...path].join("."), message }));
  const [first] = issues;
  throw new AppError("bad_request", `The filter is not valid: ${first?.path} ${first?.message}`, { issues });
}

/** Looks for a part of any text of a record; null where nothing is looked for. */
export function searchTest(text: string | undefined): Test | null {
  const folded = fold(text?.trim() ?? "");
  return folded === "" ? null : { kind: "search", folded };
}

/** The tests that must all be passed to pass a test. */
export function conjuncts(test: Test): Test[] {
  return test.kind === "all" ? test.tests : [test];
}

/** Tests with the ranges of each field made one, which lets less through than any of them. */
export function mergedRanges(tests: readonly Test[]): Test[] {
  const ranges = new Map<string, Extract<Test, { kind: "range" }>>();
  for (const each of tests) {
    if (each.kind !== "range") continue;
    const bounds = [...(ranges.get(each.field.slug)?.bounds ?? []), ...each.bounds];
    ranges.set(each.field.slug, { ...each, bounds });
  }
  return [...tests.filter(({ kind }) => kind !== "range"), ...ranges.values()];
}

/** What a list is ordered by. */
export type Sort = { isDescending: boolean } & ({ field: Field } | { column: TimeColumn });

/** Reads `-amount`. @throws AppError of `code` for an attribute that is not there */
export function readSort(
  fields: readonly Field[],
  text: string,
  code: "bad_request" | "invalid" = "bad_request",
): Sort {
  const isDescending = text.startsWith("-");
  const name = isDescending ? text.slice(1) : text;
  const column = TIME_COLUMNS.find((each) => each === name);
  if (column) return { isDescending, column };
  const field = fields.find(({ slug }) => slug === name);
  if (field) return { isDescending, field };
  const issues = [{ path: "sort", message: `No attribute ${name}` }];
  throw new AppError(code, `There is no attribute ${name} to sort by.`, { issues });
}

/**
 * Where a page starts: after the row with this key and id; records without a key come last, by time of creation, and
 * so do all rows of a list that is sorted by time.
 */
export type Place = { key: string; id: string } | { key: null; at: Date; id: string };

type Sorted = { id: string; createdAt: Date; updatedAt: Date; keys: Readonly<Record<string, string>> };

/** Where a list with that sort goes on after a row. */
export function placeOf(sort: Sort, { id, createdAt, updatedAt, keys }: Sorted): Place {
  if ("column" in sort) return { key: null, at: sort.column === "created_at" ? createdAt : updatedAt, id };
  const key = keys[sort.field.slug];
  return key === undefined ? { key: null, at: createdAt, id } : { key, id };
}

/** A cursor for a place in a list with that sort, as the request names it. */
export function cursorFor(sort: string, place: Place): string {
  const at = place.key === null ? place.at.toISOString() : null;
  return writeCursor([sort, place.key, at, place.id]);
}

/** Reads what `cursorFor` wrote for the same sort. @throws AppError bad_request on any other text */
export function readPlace(sort: string, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const Key = z.string().refine((key) => unstorablePath(key) === null);
  const Keyed = z.tuple([z.literal(sort), Key, z.null(), z.uuid()]);
  const Timed = z.tuple([z.literal(sort), z.null(), GivenTime, z.uuid()]);
  const [, key, at, id] = readCursor(cursor, z.union([Keyed, Timed]));
  return key === null ? { key, at: new Date(at), id } : { key, id };
}
