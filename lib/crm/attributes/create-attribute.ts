import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { ATTRIBUTES_PER_OBJECT_MAX, CURRENCY_CODE_DEFAULT } from "@/lib/crm/attributes/limits";
import { presentAttribute } from "@/lib/crm/attributes/present";
import { checkAttribute } from "@/lib/crm/attributes/rules";
import type { Attribute, CreateAttribute } from "@/lib/crm/attributes/schema";
import { insertAttribute } from "@/lib/crm/attributes/store";
import { getObject, getObjects } from "@/lib/crm/objects/get-object";
import { RESERVED_SLUGS, underscoredSlug } from "@/lib/crm/objects/rules";
import { findObject, lockObjectWith } from "@/lib/crm/objects/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidBody(issues);
}

/**
 * Adds an attribute at the end of an object's. Records that are there already have no value of it, a required one too,
 * until they are next written.
 * @throws AppError not_found; invalid for settings that don't fit the type; conflict for a slug that is taken, by an
 *   archived attribute too, and when the object has as many as it may
 */
export async function createAttribute(
  scope: WorkspaceScope,
  objectSlug: string,
  body: CreateAttribute,
  now: Date,
): Promise<Attribute> {
  const { workspaceId } = scope;
  const { type, name, description, options } = body;
  const referenceSlug = body.reference_object ?? null;
  const currencyCode = body.currency_code ?? null;
  refuse(checkAttribute({ type, isUnique: body.is_unique, options, currencyCode, referenceSlug }));
  if (body.slug && RESERVED_SLUGS.includes(body.slug)) refuse([{ path: "slug", message: "Reserved" }]);
  return transaction(async (tx) => {
    // Makes the built-in ones, too, which may be referred to.
    await getObjects(tx, workspaceId, now);
    await lockObjectWith(tx, workspaceId, objectSlug, referenceSlug);
    const object = await getObject(tx, workspaceId, objectSlug, now);
    if (referenceSlug !== null && !(await findObject(tx, workspaceId, referenceSlug))) {
      refuse([{ path: "reference_object", message: "No such object" }]);
    }
    const all = [...object.attributes, ...object.archivedAttributes];
    if (all.length >= ATTRIBUTES_PER_OBJECT_MAX) {
      throw new AppError("conflict", `An object has at most ${ATTRIBUTES_PER_OBJECT_MAX} attributes`);
    }
    const isTaken = (slug: string) => all.some((attribute) => attribute.slug === slug);
    const plain = body.slug ?? underscoredSlug(name, "field", 1);
    if (body.slug && isTaken(plain)) throw new AppError("conflict", `The slug ${plain} is taken`);
    const slug = isTaken(plain) ? underscoredSlug(name, "field", 2) : plain;
    const attribute = {
      slug,
      name,
      description,
      type,
      isRequired: body.is_required,
      isUnique: body.is_unique,
      options,
      currencyCode: traitsOf(type).hasCurrency ? (currencyCode ?? CURRENCY_CODE_DEFAULT) : null,
      referenceSlug,
      position: Math.max(-1, ...all.map(({ position }) => position)) + 1,
    };
    const row = await insertAttribute(tx, object, attribute, now);
    const target = { type: "crm_attribute", id: row.id };
    const after = { object: objectSlug, ...attribute };
    await recordAudit(tx, scope, { action: "crm_attribute.created", target, after }, now);
    return presentAttribute(row);
  });
}
