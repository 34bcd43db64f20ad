import { z } from "zod";
import type { AttributeType, Option, Value, Values } from "@/lib/crm/attributes/schema";
import { traitsOf } from "@/lib/crm/values/catalog";
import { isEmpty } from "@/lib/crm/values/rules";
import type { Issue } from "@/lib/http/app-error";
import { cleanText } from "@/lib/http/clean-text";
import { firstWords } from "@/lib/http/issue-words";

/** What validation needs to know of an attribute. */
export type AttributeShape = {
  slug: string;
  type: AttributeType;
  isRequired: boolean;
  options: readonly Pick<Option, "value" | "label">[];
};

const schemas = new WeakMap<AttributeShape, z.ZodType<Value>>();

/** The schema of an attribute's values, built once for all rows of an import. */
function schemaOf(attribute: AttributeShape): z.ZodType<Value> {
  const known = schemas.get(attribute);
  if (known) return known;
  const made = traitsOf(attribute.type).schema(z, attribute.options);
  schemas.set(attribute, made);
  return made;
}

/** Whether two values are the same to those who read them. */
export function isSameValue(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => each === b[index]);
  }
  return a === b;
}

/** Whether all of the records have this value already. */
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
 * without characters that would mislead those who read them, emptied ones as null), unknown names are dropped. What is
 * required must be there on creation and can't be emptied.
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
    const sent = isNamed ? given[slug] : null;
    if (stands(slug, sent, held)) {
      // Whom it refers to is not asked for again, so references don't come out.
      const isReference = traitsOf(attribute.type).refersTo !== null;
      if (!isReference) values[slug] = isEmpty(sent) ? null : (sent as Value);
      continue;
    }
    const value = typeof sent === "string" ? cleanText(sent, true) : sent;
    const path = `values.${slug}`;
    if (isEmpty(value)) {
      if (isRequired) issues.push({ path, message: "Required" });
      else if (isNamed) values[slug] = null;
      continue;
    }
    const result = schemaOf(withHeldOptions(attribute, held)).safeParse(value);
    if (result.success) values[slug] = result.data;
    else issues.push({ path, message: firstWords(result.error) });
  }
  return { values, issues };
}

/** Whether an attribute's settings fit its type; the issues where they don't. */
export function checkAttribute(attribute: {
  type: AttributeType;
  isUnique: boolean;
  options: readonly unknown[];
  currencyCode: string | null;
  referenceSlug: string | null;
}): Issue[] {
  const { type, isUnique, options, currencyCode, referenceSlug } = attribute;
  const { canBeUnique, choice, hasCurrency, refersTo } = traitsOf(type);
  const issues: Issue[] = [];
  const expect = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path, message });
  };
  expect(!isUnique || canBeUnique, "is_unique", `A ${type} attribute can't be unique`);
  expect(choice === null || options.length > 0, "options", "Add at least one option");
  expect(choice !== null || options.length === 0, "options", `A ${type} attribute has no options`);
  expect(currencyCode === null || hasCurrency, "currency_code", "Only for currency attributes");
  expect(referenceSlug === null || refersTo === "record", "reference_object", "Only for references");
  expect(referenceSlug !== null || refersTo !== "record", "reference_object", "Required for references");
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
