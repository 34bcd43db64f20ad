import { z } from "zod";
import {
  EMAIL_VALUE_CHARS_MAX,
  NUMBER_VALUE_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
  PHONE_VALUE,
  PHONE_VALUE_CHARS_MAX,
  TEXT_VALUE_CHARS_MAX,
  URL_VALUE_CHARS_MAX,
} from "@/lib/crm/attributes/limits";
import type { AttributeType, Option, Value, Values } from "@/lib/crm/attributes/schema";
import type { Issue } from "@/lib/http/app-error";
import { keptUrlProblem } from "@/lib/http/url-rules";

/** What validation needs to know of an attribute. */
export type AttributeShape = {
  slug: string;
  type: AttributeType;
  isRequired: boolean;
  options: readonly Pick<Option, "value" | "label">[];
};

const number = z.number("Not a number").min(-NUMBER_VALUE_MAX).max(NUMBER_VALUE_MAX);

/** The schema of one value that is not null. */
function valueSchema({ type, options }: AttributeShape): z.ZodType<Value> {
  const option = z.enum(
    options.map(({ value }) => value),
    "Not one of the options",
  );
  switch (type) {
    case "text":
      return z.string().trim().max(TEXT_VALUE_CHARS_MAX);
    case "number":
    case "currency":
      return number;
    case "checkbox":
      return z.boolean("Not yes or no");
    case "date":
      return z.iso.date("Not a date of the calendar, as in 2026-11-20");
    case "select":
      return option;
    case "multi_select":
      return z
        .array(option)
        .max(OPTIONS_PER_ATTRIBUTE_MAX)
        .transform((chosen) => [...new Set(chosen)]);
    case "email":
      return z.string().trim().toLowerCase().max(EMAIL_VALUE_CHARS_MAX).pipe(z.email("Not an email address"));
    case "url":
      return (
        z
          .string()
          .trim()
          .max(URL_VALUE_CHARS_MAX)
          // Before `z.url`, which takes line breaks out as `new URL` does.
          .superRefine((text, context) => {
            const problem = keptUrlProblem(text);
            if (problem) context.addIssue({ code: "custom", message: problem });
          })
          .pipe(z.url({ protocol: /^https?$/, error: "Not an http or https address" }))
      );
    case "phone":
      return z.string().trim().max(PHONE_VALUE_CHARS_MAX).regex(PHONE_VALUE, "Not a phone number");
    case "reference":
    case "user":
      return z.uuid("Not an id").toLowerCase();
  }
}

const schemas = new WeakMap<AttributeShape, z.ZodType<Value>>();

/** The schema of an attribute's values, built once for all rows of an import. */
function schemaOf(attribute: AttributeShape): z.ZodType<Value> {
  const known = schemas.get(attribute);
  if (known) return known;
  const made = valueSchema(attribute);
  schemas.set(attribute, made);
  return made;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Whether two values are the same to those who read them. */
export function isSameValue(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => each === b[index]);
  }
  return a === b;
}

/** Whether a value is what all of the records have already. */
function stands(slug: string, value: unknown, held: readonly Values[]): boolean {
  const given = isEmpty(value) ? null : (value as Value);
  return held.length > 0 && held.every((values) => isSameValue(values[slug] ?? null, given));
}

/** An attribute that also takes the options of it that all of the records have, though they are none any more. */
function withHeldOptions(attribute: AttributeShape, held: readonly Values[]): AttributeShape {
  const [first, ...others] = held.map(({ [attribute.slug]: value }) => (Array.isArray(value) ? value : []));
  const gone = (first ?? []).filter(
    (value) =>
      others.every((each) => each.includes(value)) &&
      !attribute.options.some((option) => option.value === value),
  );
  if (gone.length === 0) return attribute;
  return { ...attribute, options: [...attribute.options, ...gone.map((value) => ({ value, label: value }))] };
}

/**
 * Checks values against the attributes they are for: those named by an attribute come out as they are stored (trimmed,
 * emptied ones as null), unknown names are dropped. What is required must be there on creation and can't be emptied.
 * Whether references and users exist is for the caller to check.
 * @param held the values of the records that are changed: what they all have already can always be sent back, whatever
 *   became of its option, its person or the attribute since
 */
export function checkValues(
  attributes: readonly AttributeShape[],
  given: Readonly<Record<string, unknown>>,
  mode: "create" | "update",
  held: readonly Values[] = [],
): { values: Values; issues: Issue[] } {
  const values: Values = {};
  const issues: Issue[] = [];
  for (const attribute of attributes) {
    const { slug, isRequired } = attribute;
    const isNamed = Object.hasOwn(given, slug);
    if (!isNamed && mode === "update") continue;
    const value = isNamed ? given[slug] : null;
    if (stands(slug, value, held)) {
      // Whom it refers to is not asked for again, so references don't come out.
      const isReference = attribute.type === "reference" || attribute.type === "user";
      if (!isReference) values[slug] = isEmpty(value) ? null : (value as Value);
      continue;
    }
    const path = `values.${slug}`;
    if (isEmpty(value)) {
      if (isRequired) issues.push({ path, message: "Required" });
      else if (isNamed) values[slug] = null;
      continue;
    }
    const result = schemaOf(withHeldOptions(attribute, held)).safeParse(value);
    if (result.success) values[slug] = result.data;
    else issues.push({ path, message: result.error.issues[0]?.message ?? "Not valid" });
  }
  return { values, issues };
}

const UNIQUE_TYPES: readonly AttributeType[] = ["text", "number", "email", "url", "phone"];

/** Whether an attribute's settings fit its type; the issues where they don't. */
export function checkAttribute(attribute: {
  type: AttributeType;
  isUnique: boolean;
  options: readonly unknown[];
  currencyCode: string | null;
  referenceSlug: string | null;
}): Issue[] {
  const { type, isUnique, options, currencyCode, referenceSlug } = attribute;
  const takesOptions = type === "select" || type === "multi_select";
  const issues: Issue[] = [];
  const expect = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path, message });
  };
  expect(!isUnique || UNIQUE_TYPES.includes(type), "is_unique", `A ${type} attribute can't be unique`);
  expect(!takesOptions || options.length > 0, "options", "At least one option");
  expect(takesOptions || options.length === 0, "options", `A ${type} attribute has no options`);
  expect(currencyCode === null || type === "currency", "currency_code", "Only for currency attributes");
  expect(referenceSlug === null || type === "reference", "reference_object", "Only for references");
  expect(referenceSlug !== null || type !== "reference", "reference_object", "Required for references");
  return issues;
}

/** What becomes of the value of records whose option is removed. */
export type OptionDecision = { move_to: string } | "clear" | "keep";

/** A value after options of it were removed; null where nothing is left. */
export function settledValue(value: Value, decisions: ReadonlyMap<string, OptionDecision>): Value {
  const settledOne = (option: string): string | null => {
    const decision = decisions.get(option) ?? "keep";
    if (decision === "keep") return option;
    return decision === "clear" ? null : decision.move_to;
  };
  if (typeof value === "string") return settledOne(value);
  if (!Array.isArray(value)) return value;
  const left = [...new Set(value.flatMap((option) => settledOne(option) ?? []))];
  return left.length === 0 ? null : left;
}

/**
 * What is wrong with the decisions about removed options: each must be about what is no option (any more: records may
 * have been let keep one), and lead somewhere.
 */
export function checkDecisions(
  decisions: Readonly<Record<string, OptionDecision>>,
  { options, isRequired }: Pick<AttributeShape, "options" | "isRequired">,
): Issue[] {
  return Object.entries(decisions).flatMap(([value, decision]) => {
    const path = `on_removed.${value}`;
    const isOption = (option: string) => options.some((each) => each.value === option);
    if (isOption(value)) return [{ path, message: "Still an option: leave it out of options to remove it" }];
    if (decision === "clear" && isRequired) {
      return [{ path, message: "The attribute is required: choose another option" }];
    }
    const isLost = typeof decision === "object" && !isOption(decision.move_to);
    return isLost ? [{ path: `${path}.move_to`, message: "Not one of the options" }] : [];
  });
}
