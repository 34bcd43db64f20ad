import type { FieldIssue, FieldRule } from "@/lib/forms/rules";
import type { FieldType, FormField } from "@/lib/forms/schema";

/* Whether a form's definition may be saved, which the builder asks before the server does, and what visitors get of it. */

const CHOICES: readonly FieldType[] = ["select", "multi_select", "radio"];

/** Whether a field's answers are chosen from its options. */
export function takesOptions(type: FieldType): boolean {
  return CHOICES.includes(type);
}

const SETTINGS: Record<FieldType, readonly (keyof FormField["validation"])[]> = {
  text: ["min_length", "max_length", "format"],
  textarea: ["min_length", "max_length", "format"],
  email: [],
  phone: [],
  number: ["min", "max", "integer"],
  url: [],
  date: ["min_date", "max_date"],
  select: [],
  multi_select: ["min_selected", "max_selected"],
  radio: [],
  checkbox: [],
  rating: ["max"],
  file: ["max_bytes", "accept"],
  hidden: [],
  consent: [],
};

/** Which settings of `validation` a field of a type takes. */
export function settingsOf(type: FieldType): readonly (keyof FormField["validation"])[] {
  return SETTINGS[type];
}

function isReversed(low: number | string | undefined, high: number | string | undefined): boolean {
  return low !== undefined && high !== undefined && low > high;
}

/** The keys on which the showing of a field depends in the end, itself among them where it does so in a circle. */
function dependenciesOf(key: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>();
  const open = [...(direct.get(key) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return seen;
}

/**
 * Whether a definition holds together: keys used once, options and limits that fit the type, logic that asks for fields
 * which visitors see, and no field whose showing depends on itself.
 * @returns every issue, with a path such as `fields.2.show_if`; empty when it may be saved
 */
export function checkDefinition(fields: readonly FormField[]): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const expect = (holds: boolean, path: string, message: string) => {
    if (!holds) issues.push({ path, message });
  };
  // Of fields with the same key the first one has it.
  const byKey = new Map(fields.toReversed().map((field) => [field.key, field]));
  const direct = new Map(
    fields.map(({ key, show_if: logic }) => [key, logic?.conditions.map(({ field }) => field) ?? []]),
  );
  fields.forEach((field, index) => {
    const at = `fields.${index}`;
    const { key, type, options, validation } = field;
    expect(byKey.get(key) === field, `${at}.key`, `Another field has the key ${key} already`);
    // Of all names that every object has, the only one that can be a key.
    expect(key !== "constructor", `${at}.key`, "Reserved");
    const isChoice = takesOptions(type);
    expect(!isChoice || options.length > 0, `${at}.options`, "Add at least one option");
    expect(isChoice || options.length === 0, `${at}.options`, `A ${type} field has no options`);
    expect(
      new Set(options.map(({ value }) => value)).size === options.length,
      `${at}.options`,
      "Two options have the same value",
    );
    for (const setting of Object.keys(validation) as (keyof typeof validation)[]) {
      expect(
        validation[setting] === undefined || settingsOf(type).includes(setting),
        `${at}.validation.${setting}`,
        `Not for a ${type} field`,
      );
    }
    expect(!isReversed(validation.min, validation.max), `${at}.validation.max`, "Below the minimum");
    expect(
      !isReversed(validation.min_length, validation.max_length),
      `${at}.validation.max_length`,
      "Below the minimum",
    );
    expect(
      !isReversed(validation.min_date, validation.max_date),
      `${at}.validation.max_date`,
      "Before the earliest date",
    );
    expect(
      !isReversed(validation.min_selected, validation.max_selected),
      `${at}.validation.max_selected`,
      "Below the minimum",
    );
    expect(
      !isChoice || (validation.min_selected ?? 0) <= options.length,
      `${at}.validation.min_selected`,
      "More than the number of options",
    );
    for (const name of ["show_if", "require_if"] as const) {
      const path = `${at}.${name}`;
      for (const { field: asked, operator, value } of field[name]?.conditions ?? []) {
        const source = byKey.get(asked);
        expect(source !== undefined, path, `There is no field ${asked}`);
        expect(source?.is_visible !== false, path, `Visitors never see the field ${asked}`);
        expect(asked !== key, path, "A field can't depend on itself");
        const needsNoValue = operator === "is_empty" || operator === "is_not_empty";
        expect(needsNoValue || source?.type !== "file", path, "Files can only be asked for being there");
        expect(needsNoValue || value !== undefined, path, "The condition needs a value");
      }
    }
    const isCircular = dependenciesOf(key, direct).has(key) && !(direct.get(key) ?? []).includes(key);
    expect(!isCircular, `${at}.show_if`, "The conditions depend on each other in a loop");
  });
  return issues;
}

/** Which fields, by their places, may have to be answered with a file: always, or when their logic says so. */
export function requiredFiles(
  fields: readonly Pick<FormField, "type" | "is_visible" | "required" | "require_if">[],
): number[] {
  return fields.flatMap(({ type, is_visible: isVisible, required, require_if: requireIf }, index) =>
    type === "file" && isVisible && (required || requireIf !== null) ? [index] : [],
  );
}

/**
 * What visitors may know of a form's fields: those that are visible, without saying that there are others. A page that
 * begins with a field nobody sees begins with the next one.
 */
export function publicFields(fields: readonly FormField[]): FieldRule[] {
  let isPageDue = false;
  return fields.flatMap(({ is_visible: isVisible, ...field }) => {
    isPageDue ||= field.starts_page;
    if (!isVisible) return [];
    const startsPage = isPageDue && field.type !== "hidden";
    if (startsPage) isPageDue = false;
    return [{ ...field, starts_page: startsPage }];
  });
}

/** The fields of a form page by page, without those of type hidden. */
export function pagesOf<T extends Pick<FormField, "type" | "starts_page">>(fields: readonly T[]): T[][] {
  const pages: T[][] = [];
  for (const field of fields) {
    if (field.type === "hidden") continue;
    const page = pages.at(-1);
    if (!page || field.starts_page) pages.push([field]);
    else page.push(field);
  }
  return pages;
}
