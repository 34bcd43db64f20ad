import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentAttribute } from "@/lib/crm/attributes/present";
import type { Attribute } from "@/lib/crm/attributes/schema";
import { getObject } from "@/lib/crm/objects/get-object";
import type { AttributeRow, ObjectRow } from "@/lib/crm/objects/store";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

/** All attributes of an object in their order, the archived ones last. @throws AppError not_found */
export async function listAttributes(
  scope: WorkspaceScope,
  objectSlug: string,
  now: Date,
): Promise<Attribute[]> {
  const { attributes, archivedAttributes } = await getObject(db(), scope.workspaceId, objectSlug, now);
  return [...attributes, ...archivedAttributes].map(presentAttribute);
}

/** An attribute of an object, archived or not. @throws AppError not_found */
export function getAttribute(object: ObjectRow, slug: string): AttributeRow {
  const all = [...object.attributes, ...object.archivedAttributes];
  const found = all.find((attribute) => attribute.slug === slug);
  if (!found) throw new AppError("not_found", "Attribute not found");
  return found;
}
