import type { AttributeType, Value } from "@/lib/crm/attributes/schema";
import { type AnswerKind, traitsOf } from "@/lib/crm/values/catalog";
import type { FieldType, FormField, FormValue } from "@/lib/forms/schema";
import { nameKey } from "@/lib/platform/name-key";

/** Anything of a CRM object or a table that can take answers. */
export type Target = {
  slug: string;
  name: string;
  type: AttributeType;
  isRequired: boolean;
  options: readonly { value: string; label: string }[];
};

const ANSWERS: Record<FieldType, AnswerKind> = {
  text: "text",
  textarea: "text",
  hidden: "text",
  email: "email",
  phone: "phone",
  number: "number",
  rating: "number",
  url: "url",
  date: "date",
  select: "choice",
  radio: "choice",
  multi_select: "choices",
  checkbox: "yes_no",
  consent: "yes_no",
  file: "file",
};

/** Whether answers of a field can become values of an attribute; what people write may still not fit when it comes. */
export function canTake(target: Pick<Target, "type">, type: FieldType): boolean {
  return traitsOf(target.type).answeredBy.includes(ANSWERS[type]);
}

/**
 * Whether a mapping holds together: fields and attributes that there are, each attribute taken once, and everything that
 * the destination requires.
 * @returns the issues, with paths under `destination`
 */
export function checkMapping(
  targets: readonly Target[],
  fields: readonly FormField[],
  mapping: Readonly<Record<string, string>>,
): { path: string; message: string }[] {
  const taken = new Set<string>();
  const issues = Object.entries(mapping).flatMap(([key, slug]) => {
    const path = `destination.mapping.${key}`;
    const field = fields.find((each) => each.key === key);
    const target = targets.find((each) => each.slug === slug);
    if (!field) return [{ path, message: `There is no field ${key}` }];
    if (!target) return [{ path, message: `The destination has no ${slug}` }];
    if (taken.has(slug)) return [{ path, message: `${target.name} takes another field already` }];
    taken.add(slug);
    return canTake(target, field.type)
      ? []
      : [{ path, message: `${target.name} can't take the answers of a ${field.type} field` }];
  });
  const missing = targets.filter(({ isRequired, slug }) => isRequired && !taken.has(slug));
  return [
    ...issues,
    ...missing.map(({ name }) => ({ path: "destination.mapping", message: `${name} is required there` })),
  ];
}

function labelOf(field: FormField | undefined, value: string): string {
  return field?.options.find((option) => option.value === value)?.label ?? value;
}

/** The option that a chosen or written text means: by its value, or by its label in either case. */
function optionOf({ options }: Target, text: string): string {
  const wanted = nameKey(text.trim());
  const found = options.find(({ value, label }) => value === text || nameKey(label) === wanted);
  return found?.value ?? text;
}

function convert(target: Target, field: FormField | undefined, given: NonNullable<FormValue>): Value {
  const labels = [given].flat().map((each) => (typeof each === "string" ? labelOf(field, each) : each));
  const optionFor = (text: string) => optionOf(target, text);
  return traitsOf(target.type).fromAnswer({ given, labels, optionFor });
}

/** A submission's answers as the destination's values. Whether they fit is for the destination to judge. */
export function mappedValues(
  targets: readonly Target[],
  fields: readonly FormField[],
  mapping: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, FormValue>>,
): Record<string, Value> {
  const pairs = Object.entries(mapping).flatMap(([key, slug]): [string, Value][] => {
    const target = targets.find((each) => each.slug === slug);
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (!target || answer === undefined || answer === null) return [];
    const field = fields.find((each) => each.key === key);
    return [[slug, convert(target, field, answer)]];
  });
  return Object.fromEntries(pairs);
}
