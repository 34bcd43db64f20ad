import { isEmpty } from "@/lib/crm/values/rules";
import type { FieldCondition, FieldLogic, FormField, FormState, FormValue } from "@/lib/forms/schema";
import { nameKey } from "@/lib/platform/name-key";

/*
 * What a form's definition means: who sees which field, and what must be answered. Pure, and
 * light enough for a browser, so that pages and the server use the same code.
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
  return nameKey(String(value).trim());
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
  for (const [key, entry] of texts) {
    const entries = all.get(key);
    // A body may hold one key tens of thousands of times: lists that are copied each time would take seconds.
    if (entries) entries.push(entry);
    else all.set(key, [entry]);
  }
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
