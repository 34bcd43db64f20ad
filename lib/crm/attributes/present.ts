import type { Attribute } from "@/lib/crm/attributes/schema";
import type { AttributeRow } from "@/lib/crm/objects/store";

/** An attribute as it goes over the wire. */
export function presentAttribute(row: AttributeRow): Attribute {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    type: row.type,
    is_required: row.isRequired,
    is_unique: row.isUnique,
    is_system: row.isSystem,
    options: row.options,
    currency_code: row.currencyCode,
    reference_object: row.referenceSlug,
    position: row.position,
    is_archived: row.archivedAt !== null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
