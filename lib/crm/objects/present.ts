import { presentAttribute } from "@/lib/crm/attributes/present";
import type { CrmObject } from "@/lib/crm/objects/schema";
import type { ObjectRow } from "@/lib/crm/objects/store";

/** What the audit trail keeps of an object. */
export function auditedObject({
  slug,
  singularName,
  pluralName,
  description,
}: Pick<ObjectRow, "slug" | "singularName" | "pluralName" | "description">) {
  return { slug, singular_name: singularName, plural_name: pluralName, description };
}

/** An object with the attributes in use. */
export function presentObject(row: ObjectRow): CrmObject {
  return {
    id: row.id,
    slug: row.slug,
    singular_name: row.singularName,
    plural_name: row.pluralName,
    description: row.description,
    is_system: row.isSystem,
    attributes: row.attributes.map(presentAttribute),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
