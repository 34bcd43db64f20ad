import * as z from "zod/mini";
import {
  EMAIL_VALUE_CHARS_MAX,
  NUMBER_VALUE_MAX,
  PHONE_VALUE,
  PHONE_VALUE_CHARS_MAX,
  URL_VALUE_CHARS_MAX,
} from "@/lib/crm/attributes/limits";
import { LONG_TEXT_CHARS_MAX, RATING_DEFAULT, SHORT_TEXT_CHARS_MAX } from "@/lib/forms/limits";
import {
  evaluateLogic,
  type FieldIssue,
  type FieldRule,
  type FieldState,
  type FormValues,
  isBlank,
} from "@/lib/forms/rules";
import type { FormValue } from "@/lib/forms/schema";
import { cleanText } from "@/lib/http/clean-text";
import { keptUrlProblem } from "@/lib/http/url-rules";
import { parseUrl } from "@/lib/platform/parse-url";

// Apart from the other rules, which pages need at first sight: zod's build, small as it is, is loaded with the script.

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
