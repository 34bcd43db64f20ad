import slugify from "@sindresorhus/slugify";
import {
  OPTION_CHARS_MAX,
  OPTION_LABEL_CHARS_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
} from "@/lib/crm/attributes/limits";
import type { Option } from "@/lib/crm/attributes/schema";
import type { AttributeRow, ObjectRow } from "@/lib/crm/objects/store";
import { optionOf } from "@/lib/crm/values/read-words";

/** Options that an import adds, by attribute slug. */
export type NewOptions = Record<string, Option[]>;

/** An object with options added to its attributes. */
export function withOptions(object: ObjectRow, added: NewOptions): ObjectRow {
  if (Object.keys(added).length === 0) return object;
  const attributes = object.attributes.map((attribute) => {
    const options = added[attribute.slug];
    return options ? { ...attribute, options: [...attribute.options, ...options] } : attribute;
  });
  return { ...object, attributes };
}

function valueFor(label: string, taken: ReadonlySet<string>): string {
  // Leaves room for a number at the end.
  const slug = slugify(label, { separator: "_" }).slice(0, OPTION_CHARS_MAX - 4);
  const base = slug.replace(/_+$/, "") || "option";
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

/**
 * The value of the option with a given label. If there is none, one is made and recorded in `added`.
 * @returns null if the attribute can have no more options, or the text can't be a label
 */
export function optionFor(attribute: AttributeRow, label: string, added: NewOptions): string | null {
  const options = [...attribute.options, ...(added[attribute.slug] ?? [])];
  const known = optionOf(label, options);
  if (known !== undefined) return known;
  const isLine = label.length <= OPTION_LABEL_CHARS_MAX && !/\p{Cc}/u.test(label);
  if (!isLine || options.length >= OPTIONS_PER_ATTRIBUTE_MAX) return null;
  const value = valueFor(label, new Set(options.map((option) => option.value)));
  added[attribute.slug] = [...(added[attribute.slug] ?? []), { value, label, color: "gray" }];
  return value;
}

/** Added options, as a response lists them. */
export function namesOf(added: NewOptions): Record<string, { value: string; label: string }[]> {
  return Object.fromEntries(
    Object.entries(added).map(([slug, options]) => [
      slug,
      options.map(({ value, label }) => ({ value, label })),
    ]),
  );
}

/** The options among `added` that an object's attributes don't have yet. */
export function lackingOptions(object: ObjectRow, added: NewOptions): NewOptions {
  return Object.fromEntries(
    object.attributes.flatMap(({ slug, options: known }) => {
      const room = OPTIONS_PER_ATTRIBUTE_MAX - known.length;
      const values = new Set(known.map(({ value }) => value));
      const lacking = (added[slug] ?? [])
        .filter(({ value }) => !values.has(value))
        .slice(0, Math.max(0, room));
      return lacking.length === 0 ? [] : [[slug, lacking] as const];
    }),
  );
}
