import type { z } from "zod";
import {
  EMAIL_VALUE_CHARS_MAX,
  NUMBER_VALUE_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
  PHONE_VALUE,
  PHONE_VALUE_CHARS_MAX,
  TEXT_VALUE_CHARS_MAX,
  URL_VALUE_CHARS_MAX,
} from "@/lib/crm/attributes/limits";
import { readDate } from "@/lib/crm/values/read-date";
import { readNumber } from "@/lib/crm/values/read-number";
import { readChoice, readChoices, readWebAddress, readYesNo } from "@/lib/crm/values/read-words";
import type { Formats, Options, Reading, Value } from "@/lib/crm/values/schema";
import { keptUrlProblem } from "@/lib/http/url-rules";

/*
 * What the types of attributes and columns are: one entry each, for server and browser alike. What a type looks like is
 * in `lib/ui/values/catalog.ts`; nothing else names all types.
 */

export const NUMBER_OUT_OF_RANGE = `Not between -${NUMBER_VALUE_MAX} and ${NUMBER_VALUE_MAX}`;

/** zod, handed in: browsers read this file for operators and must not load zod for them. */
type Zod = typeof z;

/** All that anything can be filtered by. */
export const OPERATORS = [
  "eq",
  "neq",
  "contains",
  "starts_with",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "not_in",
  "is_empty",
  "is_not_empty",
] as const;

/** What a field of a form is answered with. */
export type AnswerKind =
  | "text"
  | "number"
  | "yes_no"
  | "date"
  | "choice"
  | "choices"
  | "email"
  | "url"
  | "phone"
  | "file";

/** An answer to a form that is not empty. */
export type Answer = {
  given: NonNullable<Value>;
  /** What was given, option by option, by the labels that the form has for them. */
  labels: readonly (string | number | boolean)[];
  /** The option that a text means, else the text. */
  optionFor(text: string): string;
};

export type Traits = {
  /** What a value is in JSON. */
  json: "text" | "number" | "boolean" | "texts";
  /** The schema of a value that is not null: what comes out is what is stored. */
  schema(zod: Zod, options: Options): z.ZodType<NonNullable<Value>>;
  /** What it can be filtered by. */
  operators: readonly (typeof OPERATORS)[number][];
  /** The schema of what a filter compares a value with. */
  operand(zod: Zod): z.ZodType<string | number | boolean>;
  /** How a text becomes the key by which values are found and sorted (`records/value-keys.ts`). */
  key: "folded" | "digits" | "exact";
  /** Whether values are texts, by which records are searched for and called. */
  isSearched: boolean;
  canBeUnique: boolean;
  /** Whether few values are shared by many records, so that being equal to one lets many through. */
  hasFewValues: boolean;
  /** Whether a value is one of the attribute's options, or several. */
  choice: "one" | "many" | null;
  /** What a value is the id of. */
  refersTo: "record" | "member" | null;
  hasCurrency: boolean;
  /** Whether tables have columns of it. */
  isColumn: boolean;
  /** Which of a file's formats decides how its cells are read. */
  writtenAs: "number" | "date" | null;
  /** Reads a cell of a file, trimmed and not empty. What an export writes, which is the JSON value, must be understood. */
  read(cell: string, options: Options, formats: Formats): Reading;
  /** Texts that a person may mean when they write a value down to find it by. */
  spellings(text: string): string[];
  /** Which answers to a form can become a value. */
  answeredBy: readonly AnswerKind[];
  fromAnswer(answer: Answer): NonNullable<Value>;
};

const PRESENCE = ["is_empty", "is_not_empty"] as const;
const ORDERED = ["eq", "neq", "in", "not_in", "gt", "gte", "lt", "lte", ...PRESENCE] as const;
const CHOSEN = ["eq", "neq", "in", "not_in", ...PRESENCE] as const;

/** What most types have in common; whatever makes a type what it is, it says itself. */
const PLAIN = {
  canBeUnique: false,
  hasFewValues: false,
  choice: null,
  refersTo: null,
  hasCurrency: false,
  isColumn: true,
  writtenAs: null,
  spellings: (text: string) => [text],
  fromAnswer: ({ given }: Answer) => given,
} as const satisfies Partial<Traits>;

const TEXTUAL = {
  ...PLAIN,
  json: "text",
  operators: ["eq", "neq", "in", "not_in", "contains", "starts_with", ...PRESENCE],
  operand: (zod: Zod) => zod.string().trim().min(1),
  key: "folded",
  isSearched: true,
  canBeUnique: true,
  read: (cell: string): Reading => ({ value: cell }),
} as const satisfies Partial<Traits>;

const NUMERIC = {
  ...PLAIN,
  json: "number",
  schema: (zod: Zod) =>
    zod
      .number("Not a number")
      .min(-NUMBER_VALUE_MAX, NUMBER_OUT_OF_RANGE)
      .max(NUMBER_VALUE_MAX, NUMBER_OUT_OF_RANGE),
  operators: ORDERED,
  operand: (zod: Zod) => zod.number(),
  key: "exact",
  isSearched: false,
  writtenAs: "number",
  read: (cell: string, _options: Options, formats: Formats) => readNumber(cell, formats),
  answeredBy: ["number", "text"],
  fromAnswer: ({ given }: Answer) => {
    const number = typeof given === "string" ? Number(given.trim() || Number.NaN) : given;
    return Number.isNaN(number) ? given : number;
  },
} as const satisfies Partial<Traits>;

const REFERRING = {
  ...PLAIN,
  json: "text",
  schema: (zod: Zod) => zod.uuid("Not an id").toLowerCase(),
  operators: CHOSEN,
  operand: (zod: Zod) => zod.uuid("Not an id").toLowerCase(),
  key: "exact",
  isSearched: false,
  isColumn: false,
  read: (cell: string): Reading => ({ value: cell }),
  answeredBy: [],
} as const satisfies Partial<Traits>;

/** The types in the order in which they are offered. */
const TYPES = {
  text: {
    ...TEXTUAL,
    schema: (zod: Zod) => zod.string().trim().max(TEXT_VALUE_CHARS_MAX),
    answeredBy: ["text", "number", "yes_no", "date", "choice", "choices", "email", "url", "phone"],
    fromAnswer: ({ labels }: Answer) =>
      labels.map((each) => (typeof each === "boolean" ? (each ? "Yes" : "No") : String(each))).join(", "),
  },
  number: { ...NUMERIC, canBeUnique: true },
  currency: { ...NUMERIC, hasCurrency: true },
  checkbox: {
    ...PLAIN,
    json: "boolean",
    schema: (zod: Zod) => zod.boolean("Not yes or no"),
    operators: ["eq", "neq", ...PRESENCE],
    operand: (zod: Zod) => zod.boolean(),
    key: "exact",
    isSearched: false,
    hasFewValues: true,
    read: readYesNo,
    answeredBy: ["yes_no"],
  },
  date: {
    ...PLAIN,
    json: "text",
    schema: (zod: Zod) => zod.iso.date("Not a valid date, such as 2026-11-20"),
    operators: ORDERED,
    operand: (zod: Zod) => zod.iso.date("Not a date, as in 2026-11-20"),
    key: "exact",
    isSearched: false,
    writtenAs: "date",
    read: (cell: string, _options: Options, formats: Formats) => readDate(cell, formats),
    answeredBy: ["date"],
  },
  select: {
    ...PLAIN,
    json: "text",
    schema: (zod: Zod, options: Options) => optionSchema(zod, options),
    operators: CHOSEN,
    operand: (zod: Zod) => zod.string().trim().min(1),
    key: "exact",
    isSearched: false,
    hasFewValues: true,
    choice: "one",
    read: readChoice,
    answeredBy: ["choice", "text"],
    fromAnswer: ({ labels, optionFor }: Answer) => optionFor(String(labels[0])),
  },
  multi_select: {
    ...PLAIN,
    json: "texts",
    schema: (zod: Zod, options: Options) =>
      zod
        .array(optionSchema(zod, options))
        .max(OPTIONS_PER_ATTRIBUTE_MAX)
        .transform((chosen) => [...new Set(chosen)]),
    operators: ["contains", "in", "not_in", ...PRESENCE],
    operand: (zod: Zod) => zod.string().trim().min(1),
    key: "exact",
    isSearched: false,
    choice: "many",
    read: readChoices,
    answeredBy: ["choice", "choices", "text"],
    fromAnswer: ({ labels, optionFor }: Answer) => labels.map((each) => optionFor(String(each))),
  },
  email: {
    ...TEXTUAL,
    schema: (zod: Zod) =>
      zod.string().trim().toLowerCase().max(EMAIL_VALUE_CHARS_MAX).pipe(zod.email("Not an email address")),
    answeredBy: ["email", "text"],
  },
  url: {
    ...TEXTUAL,
    schema: (zod: Zod) =>
      zod
        .string()
        .trim()
        .max(URL_VALUE_CHARS_MAX)
        // Before `z.url`, which takes line breaks out as `new URL` does.
        .superRefine((text, context) => {
          const problem = keptUrlProblem(text);
          if (problem) context.addIssue({ code: "custom", message: problem });
        })
        .pipe(zod.url({ protocol: /^https?$/, error: "Not an http or https address" })),
    read: readWebAddress,
    // Addresses are stored with their scheme, and written without.
    spellings: (text: string) => (/^https?:/i.test(text) ? [text] : [text, `https://${text}`]),
    answeredBy: ["url", "text"],
  },
  phone: {
    ...TEXTUAL,
    schema: (zod: Zod) =>
      zod.string().trim().max(PHONE_VALUE_CHARS_MAX).regex(PHONE_VALUE, "Not a phone number"),
    key: "digits",
    isColumn: false,
    answeredBy: ["phone", "text"],
  },
  reference: { ...REFERRING, refersTo: "record" },
  user: { ...REFERRING, refersTo: "member" },
} as const satisfies Record<string, Traits>;

function optionSchema(zod: Zod, options: Options): z.ZodType<string> {
  return zod.enum(
    options.map(({ value }) => value),
    "Not one of the options",
  );
}

export type AttributeType = keyof typeof TYPES;
/** Types that tables have columns of. */
export type ColumnType = {
  [T in AttributeType]: (typeof TYPES)[T]["isColumn"] extends true ? T : never;
}[AttributeType];

export const ATTRIBUTE_TYPES = Object.keys(TYPES) as [AttributeType, ...AttributeType[]];
/** Types whose values are compared by their digits. */
export const DIGIT_TYPES: readonly AttributeType[] = ATTRIBUTE_TYPES.filter(
  (type) => TYPES[type].key === "digits",
);
export const COLUMN_TYPES = ATTRIBUTE_TYPES.filter((type) => TYPES[type].isColumn) as [
  ColumnType,
  ...ColumnType[],
];

/** What a type is. */
export function traitsOf(type: AttributeType): Traits {
  return TYPES[type];
}
