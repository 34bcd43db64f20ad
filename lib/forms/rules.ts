import * as z from "zod/mini";
import {
  EMAIL_VALUE_CHARS_MAX,
  NUMBER_VALUE_MAX,
  PHONE_VALUE,
  PHONE_VALUE_CHARS_MAX,
  URL_VALUE_CHARS_MAX,
} from "@/lib/crm/attributes/limits";
import { isEmpty } from "@/lib/crm/values/rules";
import { LONG_TEXT_CHARS_MAX, RATING_DEFAULT, SHORT_TEXT_CHARS_MAX } from "@/lib/forms/limits";
import type { FieldCondition, FieldLogic, FormField, FormState, FormValue } from "@/lib/forms/schema";
import { cleanText } from "@/lib/http/clean-text";
import { keptUrlProblem } from "@/lib/http/url-rules";
import { parseUrl } from "@/lib/platform/parse-url";

/*
 * What a form's definition means: who sees which field, what must be answered and what is a valid answer. Pure, and
 * light enough for a browser (zod's small build), so that pages and the server use the same code.
 */

/** What the rules need to know of a field; visitors know no more of it either. */
export type FieldRule = Omit<FormField, "is_visible">;
export type FormValues = Record<string, FormValue>;
export type FieldIssue = { path: string; message: string };

/** Whether there is no answer. A box that is not ticked is none either. */
export function isBlank(value: unknown): boolean {
  return value === false || isEmpty(value);
}

/** Whether a value can be an answer at all. Of others, which programs send, not even the text can be asked. */
function isFormValue(value: unknown): boolean {
  const isText = (each: unknown) => typeof each === "string";
  return Array.isArray(value) ? value.every(isText) : typeof value !== "object";
}

function folded(value: unknown): string {
  return String(value).trim().toLowerCase();
}

/** Numbers compare as numbers, dates and texts by their characters. */
function compare(value: unknown, operand: unknown): number | null {
  const [a, b] = [Number(value), Number(operand)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (typeof value !== "string" || typeof operand !== "string") return null;
  return value < operand ? -1 : value > operand ? 1 : 0;
}

function meets(value: unknown, { operator, value: operand }: FieldCondition): boolean {
  const isEqual = folded(value) === folded(operand ?? "");
  switch (operator) {
    case "is_empty":
      return isBlank(value);
    case "is_not_empty":
      return !isBlank(value);
    case "eq":
      // An unticked box equals false.
      return isBlank(value) ? operand === false : isEqual;
    case "neq":
      return isBlank(value) ? operand !== false : !isEqual;
    case "contains":
      if (isBlank(value)) return false;
      if (Array.isArray(value)) return value.some((each) => folded(each) === folded(operand ?? ""));
      return folded(value).includes(folded(operand ?? ""));
    default: {
      const order = isBlank(value) ? null : compare(value, operand);
      if (order === null) return false;
      if (operator === "gt") return order > 0;
      if (operator === "gte") return order >= 0;
      return operator === "lt" ? order < 0 : order <= 0;
    }
  }
}

/** What logic makes of one field: whether it is asked, and whether it must be answered. */
export type FieldState = { isShown: boolean; isRequired: boolean };

/**
 * Judges the logic of a whole form over the answers so far, by field key. A field that is not asked counts as empty for
 * others, whatever was typed into it before. Cycles, which no saved form has, count as not shown.
 */
export function evaluateLogic(
  fields: readonly FieldRule[],
  values: Readonly<Record<string, unknown>>,
): Map<string, FieldState> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const shown = new Map<string, boolean>();

  function isShown(key: string): boolean {
    const known = shown.get(key);
    if (known !== undefined) return known;
    shown.set(key, false);
    const field = byKey.get(key);
    const result = field !== undefined && (field.show_if === null || holds(field.show_if));
    shown.set(key, result);
    return result;
  }

  function holds({ match, conditions }: FieldLogic): boolean {
    const isMet = (condition: FieldCondition) => {
      const { field } = condition;
      const value = isShown(field) && Object.hasOwn(values, field) ? values[field] : null;
      return meets(isFormValue(value) ? value : null, condition);
    };
    return match === "all" ? conditions.every(isMet) : conditions.some(isMet);
  }

  return new Map(
    fields.map((field) => {
      const isAsked = isShown(field.key);
      const mustAnswer = field.required || (field.require_if !== null && holds(field.require_if));
      return [field.key, { isShown: isAsked, isRequired: isAsked && mustAnswer }];
    }),
  );
}

const REQUIRED = "Please answer this";

function text(isMultiline: boolean, charsMax: number) {
  return z.string("Not a text").check(
    z.overwrite((value) => cleanText(value, isMultiline)),
    z.maxLength(charsMax, `At most ${charsMax} characters`),
  );
}

const FORMATS = {
  letters: { pattern: /^[\p{L}\p{M} '’-]+$/u, message: "Only letters" },
  digits: { pattern: /^\d+$/, message: "Only digits" },
  letters_digits: { pattern: /^[\p{L}\p{M}\d]+$/u, message: "Only letters and digits" },
} as const;

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !parseUrl(value)?.hostname) return false;
  return keptUrlProblem(value) === null;
}

/** The schema of one answer that is not blank. */
function answerSchema({ type, options, validation }: FieldRule): z.ZodMiniType<FormValue> {
  const option = z.enum(
    options.map(({ value }) => value),
    "Not one of the options",
  );
  switch (type) {
    case "text":
    case "textarea": {
      const isMultiline = type === "textarea";
      const ceiling = isMultiline ? LONG_TEXT_CHARS_MAX : SHORT_TEXT_CHARS_MAX;
      const { min_length: min = 0, format } = validation;
      const answer = text(isMultiline, Math.min(validation.max_length ?? ceiling, ceiling)).check(
        z.minLength(min, `At least ${min} characters`),
      );
      return format === undefined
        ? answer
        : answer.check(z.regex(FORMATS[format].pattern, FORMATS[format].message));
    }
    case "hidden":
      return text(false, SHORT_TEXT_CHARS_MAX);
    case "email":
      return text(false, EMAIL_VALUE_CHARS_MAX).check(
        z.toLowerCase(),
        z.regex(z.regexes.email, "Not an email address"),
      );
    case "phone":
      return text(false, PHONE_VALUE_CHARS_MAX).check(z.regex(PHONE_VALUE, "Not a phone number"));
    case "url":
      return text(false, URL_VALUE_CHARS_MAX).check(
        z.refine((value) => isWebAddress(value), "Not an http or https address"),
      );
    case "number":
    case "rating": {
      const isRating = type === "rating";
      const min = Math.max(validation.min ?? -NUMBER_VALUE_MAX, isRating ? 1 : -NUMBER_VALUE_MAX);
      const max = validation.max ?? (isRating ? RATING_DEFAULT : NUMBER_VALUE_MAX);
      const number = z
        .number("Not a number")
        .check(z.gte(min, `At least ${min}`), z.lte(max, `At most ${max}`));
      const isWhole = isRating || validation.integer === true;
      return isWhole
        ? number.check(z.refine((value) => Number.isInteger(value), "Not a whole number"))
        : number;
    }
    case "date": {
      const { min_date: from, max_date: to } = validation;
      return z.iso.date("Not a valid date, such as 2026-11-20").check(
        z.refine((value) => from === undefined || value >= from, `Not before ${from}`),
        z.refine((value) => to === undefined || value <= to, `Not after ${to}`),
      );
    }
    case "select":
    case "radio":
      return option;
    case "multi_select": {
      const { min_selected: min = 0, max_selected: max = options.length } = validation;
      return z.pipe(
        z.array(option, "Not a list of options").check(
          z.overwrite((chosen) => [...new Set(chosen)]),
          z.minLength(min, `Choose at least ${min}`),
          z.maxLength(max, `Choose at most ${max}`),
        ),
        z.transform((chosen): FormValue => chosen),
      );
    }
    case "checkbox":
    case "consent":
      return z.boolean("Not yes or no");
    case "file":
      return z.uuid("Not a file that was uploaded here");
  }
}

/**
 * The one schema of a submission: every field of the definition that is asked, by its key, and nothing else. Blank
 * answers are null before it judges them (see `checkSubmission`).
 */
function submissionSchema(fields: readonly FieldRule[], states: ReadonlyMap<string, FieldState>) {
  const shape = Object.fromEntries(
    fields
      .filter(({ key }) => states.get(key)?.isShown)
      .map((field) => {
        const answer = answerSchema(field);
        return [field.key, states.get(field.key)?.isRequired ? answer : z.nullable(answer)];
      }),
  );
  return z.strictObject(shape);
}

/**
 * Judges what was answered, on both sides alike. Answers to fields that logic doesn't ask are left out, so that going
 * back on an earlier answer never strands a visitor; fields that the form doesn't have are refused.
 * @returns the answers as they are stored, without blank ones, unticked boxes as no; and one issue for each field that
 *   is not right, in the order of the form, with `values.<key>` as its path
 */
export function checkSubmission(
  fields: readonly FieldRule[],
  given: Readonly<Record<string, unknown>>,
): { values: FormValues; issues: FieldIssue[] } {
  const states = evaluateLogic(fields, given);
  const known = new Set(fields.map(({ key }) => key));
  const asked = Object.fromEntries(
    fields
      .filter(({ key }) => states.get(key)?.isShown)
      .map(({ key, type }) => {
        const value = Object.hasOwn(given, key) ? given[key] : null;
        // A box that was shown and left unticked is an answer: no.
        const isNo = (type === "checkbox" || type === "consent") && !states.get(key)?.isRequired;
        return [key, isBlank(value) ? (isNo ? false : null) : value];
      }),
  );
  const unknown = Object.keys(given).filter((key) => !known.has(key));
  const result = submissionSchema(fields, states).safeParse({
    ...asked,
    ...Object.fromEntries(unknown.map((key) => [key, given[key]])),
  });
  if (result.success) {
    const answered = Object.entries(result.data).filter(([, value]) => value !== null);
    return { values: Object.fromEntries(answered) as FormValues, issues: [] };
  }
  const messages = new Map<string, string>();
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? "");
    if (key === "" || messages.has(key)) continue;
    messages.set(key, asked[key] === null ? REQUIRED : issue.message);
  }
  const issues = [...messages].map(([key, message]) => ({ path: `values.${key}`, message }));
  return {
    values: {},
    issues: [
      ...issues,
      ...unknown.map((key) => ({ path: `values.${key}`, message: "The form has no such field" })),
    ],
  };
}

/** A number as people type it, or the text itself where it is none, which then fails with a message that fits. */
function typedNumber(entry: string): number | string {
  const trimmed = entry.trim();
  return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/**
 * Answers out of texts, as a plain HTML form or a query string carries them: every text by its field's key, the last one
 * counting where a field takes only one. Keys that the form doesn't have are left out. Nothing is judged here.
 */
export function valuesFromTexts(
  fields: readonly FieldRule[],
  texts: Iterable<readonly [key: string, text: string]>,
): FormValues {
  const all = new Map<string, string[]>();
  for (const [key, entry] of texts) all.set(key, [...(all.get(key) ?? []), entry]);
  const values: FormValues = {};
  for (const { key, type } of fields) {
    const entries = all.get(key);
    const last = entries?.at(-1);
    if (entries === undefined || last === undefined) continue;
    if (type === "multi_select") values[key] = entries.filter((entry) => entry !== "");
    else if (type === "checkbox" || type === "consent") values[key] = /^(on|true|yes|1)$/i.test(last);
    else if (last.trim() === "") values[key] = null;
    else values[key] = type === "number" || type === "rating" ? typedNumber(last) : last;
  }
  return values;
}

/**
 * What a form begins with: the defaults of its definition, and over them what the page's address carries. Consent can't
 * be given by a link, and no file comes by one.
 */
export function initialValues(
  fields: readonly FieldRule[],
  query: Iterable<readonly [key: string, text: string]>,
): FormValues {
  const fillable = fields.filter(({ type }) => type !== "consent" && type !== "file");
  const defaults = fillable.flatMap(({ key, default_value: text }): [string, string][] =>
    text === null ? [] : [[key, text]],
  );
  return { ...valuesFromTexts(fillable, defaults), ...valuesFromTexts(fillable, query) };
}

/** What visitors may know of a form's fields: those that are visible, without saying that there are others. */
export function publicFields(fields: readonly FormField[]): FieldRule[] {
  return fields.filter((field) => field.is_visible).map(({ is_visible: _, ...field }) => field);
}

/** What a form is to visitors now. */
export function formState(
  form: { isPublic: boolean; closesAt: Date | null; responsesMax: number | null; responsesCount: number },
  now: Date,
): FormState {
  if (!form.isPublic) return "draft";
  if (form.closesAt !== null && form.closesAt <= now) return "closed";
  return form.responsesMax !== null && form.responsesCount >= form.responsesMax ? "full" : "open";
}

/** Where a receipt for answers goes: the first address that was asked for; null where none was given. */
export function receiptAddress(
  fields: readonly { key: string; type: string }[],
  values: FormValues,
): string | null {
  const given = fields.filter(({ type }) => type === "email").map(({ key }) => values[key]);
  return given.find((value): value is string => typeof value === "string" && value !== "") ?? null;
}
