import { type AttributeRow, asAttribute, type ObjectRow } from "@/lib/crm/objects/store";
import type { Db } from "@/lib/platform/database";

type NewAttribute = Omit<
  AttributeRow,
  "id" | "objectId" | "isSystem" | "createdAt" | "updatedAt" | "archivedAt"
>;

/** Adds an attribute to an object. @throws on a slug that is taken */
export async function insertAttribute(
  tx: Db,
  object: ObjectRow,
  attribute: NewAttribute,
  now: Date,
): Promise<AttributeRow> {
  return asAttribute(
    await tx.crmAttribute.create({ data: { ...attribute, objectId: object.id, createdAt: now } }),
  );
}

/** Changes an attribute. The caller has found it in its workspace. */
export async function updateAttributeRow(
  tx: Db,
  attribute: AttributeRow,
  {
    name,
    description,
    isRequired,
    isUnique,
    options,
    currencyCode,
    archivedAt,
  }: Pick<
    AttributeRow,
    "name" | "description" | "isRequired" | "isUnique" | "options" | "currencyCode" | "archivedAt"
  >,
): Promise<AttributeRow> {
  const data = { name, description, isRequired, isUnique, options, currencyCode, archivedAt };
  return asAttribute(await tx.crmAttribute.update({ where: { id: attribute.id }, data }));
}

/** Puts an object's attributes into an order, in one statement. The caller has locked the object. */
export async function setAttributeOrder(tx: Db, object: ObjectRow, slugs: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE crm_attribute a SET position = given.rank
    FROM unnest(${slugs}::text[]) WITH ORDINALITY AS given(slug, rank)
    WHERE a.object_id = ${object.id}::uuid AND a.slug = given.slug`;
}

/**
 * Gives every live record its value of an attribute to itself.
 * @returns whether all could get it: false where two have the same
 */
export async function claimAllValues(tx: Db, attribute: AttributeRow): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    INSERT INTO crm_unique_value (attribute_id, key, record_id)
    SELECT attribute_id, key, record_id FROM crm_value_key WHERE attribute_id = ${attribute.id}::uuid
    ON CONFLICT (attribute_id, key) DO NOTHING`;
  return claimed === (await tx.crmValueKey.count({ where: { attributeId: attribute.id } }));
}

/** Lets records have the same values of an attribute again. */
export async function releaseAllValues(tx: Db, attribute: AttributeRow): Promise<void> {
  await tx.crmUniqueValue.deleteMany({ where: { attributeId: attribute.id } });
}

/** How many live records have each of these options; an option that none has is missing. */
export async function countOptionHolders(
  tx: Db,
  attribute: AttributeRow,
  options: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ key: string; records: number }[]>`
    SELECT key, count(*)::int AS records FROM crm_value_key
    WHERE attribute_id = ${attribute.id}::uuid AND key = ANY(${[...options]}::text[]) GROUP BY key`;
  return new Map(rows.map(({ key, records }) => [key, records]));
}

/** Some of the live records that have one of these options, by id. */
export async function listOptionHolders(
  tx: Db,
  attribute: AttributeRow,
  options: readonly string[],
  countMax: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT record_id::text AS id FROM crm_value_key
    WHERE attribute_id = ${attribute.id}::uuid AND key = ANY(${[...options]}::text[]) LIMIT ${countMax}`;
  return rows.map(({ id }) => id);
}
