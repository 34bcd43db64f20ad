import { z } from "zod";
import {
  ATTRIBUTE_DESCRIPTION_CHARS_MAX,
  ATTRIBUTE_NAME_CHARS_MAX,
  ATTRIBUTE_SLUG_CHARS_MAX,
  OPTION_CHARS_MAX,
  OPTION_LABEL_CHARS_MAX,
  OPTIONS_PER_ATTRIBUTE_MAX,
} from "@/lib/crm/attributes/limits";
import { ATTRIBUTE_TYPES } from "@/lib/crm/values/catalog";
import { line, Timestamp } from "@/lib/http/fields";
import { nameKey } from "@/lib/platform/name-key";

export const AttributeType = z.enum(ATTRIBUTE_TYPES);
export type AttributeType = z.output<typeof AttributeType>;

/** A value as it goes over the wire; null where a record has none. */
export const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type Value = z.output<typeof Value>;

/** A record's values by attribute slug. */
export const Values = z.record(z.string(), Value);
export type Values = z.output<typeof Values>;

export const Slug = z
  .string()
  .max(ATTRIBUTE_SLUG_CHARS_MAX)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "Lower-case letters and digits, joined by single underscores");

const OptionColor = z.enum(["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]);

export const Option = z.object({
  value: z
    .string()
    .max(OPTION_CHARS_MAX)
    .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, "Lower-case letters and digits, joined by _ or -"),
  label: line(OPTION_LABEL_CHARS_MAX),
  color: OptionColor.default("gray"),
});
export type Option = z.output<typeof Option>;

export const Options = z
  .array(Option)
  .max(OPTIONS_PER_ATTRIBUTE_MAX)
  .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, {
    message: "Two options have the same value",
  })
  .refine((options) => new Set(options.map(({ label }) => nameKey(label))).size === options.length, {
    message: "Two options have the same label",
  });

/** In the refusal of a change that removes options which records have. */
export const UndecidedOptions = z.object({
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      records: z.int().meta({ description: "How many have it" }),
    }),
  ),
});

export const Attribute = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    type: AttributeType,
    is_required: z.boolean(),
    is_unique: z.boolean(),
    is_system: z.boolean(),
    options: z.array(z.object({ value: z.string(), label: z.string(), color: OptionColor })),
    currency_code: z.string().nullable().meta({ description: "ISO 4217", example: "EUR" }),
    reference_object: z.string().nullable().meta({ description: "Slug of the object that it refers to" }),
    position: z.int(),
    is_archived: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "CrmAttribute" });
export type Attribute = z.input<typeof Attribute>;

export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, "Three capital letters (ISO 4217)")
  .refine((code) => Intl.supportedValuesOf("currency").includes(code), { message: "Not a known currency" });

export const CreateAttribute = z
  .object({
    name: line(ATTRIBUTE_NAME_CHARS_MAX),
    slug: Slug.optional().meta({ description: "Derived from the name by default; never changes" }),
    description: z.string().trim().max(ATTRIBUTE_DESCRIPTION_CHARS_MAX).default(""),
    type: AttributeType,
    is_required: z.boolean().default(false),
    is_unique: z.boolean().default(false).meta({ description: "For text, number, email, url and phone" }),
    options: Options.default([]).meta({ description: "Of a select or multi_select, at least one" }),
    currency_code: CurrencyCode.optional().meta({ description: "Of a currency attribute; default USD" }),
    reference_object: Slug.optional().meta({
      description: "For a reference: the slug of the object it refers to",
    }),
  })
  .meta({ id: "CreateCrmAttribute" });
export type CreateAttribute = z.output<typeof CreateAttribute>;

const OnRemoved = z
  .record(
    z.string().max(OPTION_CHARS_MAX),
    z.union([z.object({ move_to: z.string().max(OPTION_CHARS_MAX) }), z.enum(["clear", "keep"])]),
  )
  .refine((decisions) => Object.keys(decisions).length <= OPTIONS_PER_ATTRIBUTE_MAX, {
    message: "Too many options",
  })
  .meta({
    description:
      'By the value of each removed option: `{"move_to": "closed"}` gives its records another one, `clear` empties theirs, `keep` leaves them as they are. Automations are not triggered.',
  });

export const UpdateAttribute = z
  .object({
    name: line(ATTRIBUTE_NAME_CHARS_MAX).optional(),
    description: z.string().trim().max(ATTRIBUTE_DESCRIPTION_CHARS_MAX).optional(),
    is_required: z.boolean().optional(),
    is_unique: z.boolean().optional(),
    options: Options.optional().meta({
      description:
        "All options in their order. While records have one that is left out, `on_removed` says what becomes of them.",
    }),
    on_removed: OnRemoved.optional(),
    currency_code: CurrencyCode.optional(),
    is_archived: z
      .boolean()
      .optional()
      .meta({ description: "Archived attributes keep their values, hidden" }),
  })
  .meta({ id: "UpdateCrmAttribute" });
export type UpdateAttribute = z.output<typeof UpdateAttribute>;

export const AttributeOrder = z
  .object({
    slugs: z
      .array(Slug)
      .min(1)
      .max(200)
      .meta({
        description: "All attributes in their order",
        example: ["name", "website", "industry"],
      }),
  })
  .meta({ id: "CrmAttributeOrder" });
export type AttributeOrder = z.output<typeof AttributeOrder>;
