import { z } from "zod";
import { Attribute } from "@/lib/crm/attributes/schema";
import {
  OBJECT_DESCRIPTION_CHARS_MAX,
  OBJECT_NAME_CHARS_MAX,
  OBJECT_SLUG_CHARS_MAX,
} from "@/lib/crm/objects/limits";
import { line, Timestamp } from "@/lib/http/fields";

const ObjectSlug = z
  .string()
  .max(OBJECT_SLUG_CHARS_MAX)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "Lower-case letters and digits, joined by single underscores");

export const ObjectParams = z.object({
  object_slug: z.string().max(OBJECT_SLUG_CHARS_MAX, "Object not found"),
});
export const AttributeParams = ObjectParams.extend({
  attribute_slug: z.string().max(63, "Attribute not found"),
});

export const CrmObject = z
  .object({
    id: z.string(),
    slug: z.string(),
    singular_name: z.string(),
    plural_name: z.string(),
    description: z.string(),
    is_system: z.boolean(),
    attributes: z.array(Attribute).meta({ description: "Those in use, in their order" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "CrmObject" });
export type CrmObject = z.input<typeof CrmObject>;

const Name = line(OBJECT_NAME_CHARS_MAX);
const Description = z.string().trim().max(OBJECT_DESCRIPTION_CHARS_MAX);

export const CreateObject = z
  .object({
    singular_name: Name,
    plural_name: Name,
    slug: ObjectSlug.optional().meta({ description: "Derived from the singular name by default" }),
    description: Description.default(""),
  })
  .meta({ id: "CreateCrmObject", description: "A new object has one attribute: `name`, a required text" });
export type CreateObject = z.output<typeof CreateObject>;

export const UpdateObject = z
  .object({
    singular_name: Name.optional(),
    plural_name: Name.optional(),
    description: Description.optional(),
  })
  .meta({ id: "UpdateCrmObject" });
export type UpdateObject = z.output<typeof UpdateObject>;
