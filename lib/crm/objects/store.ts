import { v7 as uuidv7 } from "uuid";
import { CURRENCY_CODE_DEFAULT } from "@/lib/crm/attributes/limits";
import { AttributeType, type Option } from "@/lib/crm/attributes/schema";
import { BUILT_IN_OBJECTS, type BuiltInAttribute } from "@/lib/crm/objects/catalog";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Db, Prisma } from "@/lib/platform/database";
import type * as rows from "@/lib/platform/rows";

export type AttributeRow = Omit<rows.CrmAttribute, "type" | "options"> & {
  type: AttributeType;
  options: Option[];
};
/** An object with its attributes in their order, the archived ones after the others. */
export type ObjectRow = rows.CrmObject & { attributes: AttributeRow[]; archivedAttributes: AttributeRow[] };

const WITH_ATTRIBUTES = {
  attributes: { orderBy: [{ position: "asc" }, { id: "asc" }] },
} as const satisfies Prisma.CrmObjectInclude;

/** An attribute with its type and options as what they are. */
export function asAttribute(row: rows.CrmAttribute): AttributeRow {
  return { ...row, type: AttributeType.parse(row.type), options: row.options as Option[] };
}

function asObject({ attributes, ...row }: Prisma.CrmObjectGetPayload<{ include: typeof WITH_ATTRIBUTES }>) {
  const all = attributes.map(asAttribute);
  return {
    ...row,
    attributes: all.filter(({ archivedAt }) => archivedAt === null),
    archivedAttributes: all.filter(({ archivedAt }) => archivedAt !== null),
  };
}

/** An object of a workspace by its slug; null where there is none. */
export async function findObject(tx: Db, workspaceId: string, slug: string): Promise<ObjectRow | null> {
  const row = await tx.crmObject.findUnique({
    where: { workspaceId_slug: { workspaceId, slug } },
    include: WITH_ATTRIBUTES,
  });
  return row && asObject(row);
}

/** Objects of a workspace by their slugs, in one query; those that are not there are missing. */
export async function findObjects(
  tx: Db,
  workspaceId: string,
  slugs: readonly string[],
): Promise<ObjectRow[]> {
  const where = { workspaceId, slug: { in: [...slugs] } };
  return (await tx.crmObject.findMany({ where, include: WITH_ATTRIBUTES })).map(asObject);
}

/** All objects of a workspace, the built-in ones first. */
export async function listObjectRows(tx: Db, workspaceId: string): Promise<ObjectRow[]> {
  const found = await tx.crmObject.findMany({
    where: { workspaceId },
    include: WITH_ATTRIBUTES,
    orderBy: [{ isSystem: "desc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  return found.map(asObject);
}

/**
 * Gives a workspace its built-in objects where it lacks them, in one statement. Of many at once, one does it and the
 * others wait for that.
 */
export async function insertBuiltInObjects(tx: Db, workspaceId: string, now: Date): Promise<void> {
  const objects = BUILT_IN_OBJECTS.map(({ slug, singularName, pluralName, description }) => ({
    id: uuidv7(),
    slug,
    singular_name: singularName,
    plural_name: pluralName,
    description,
  }));
  const attributes = BUILT_IN_OBJECTS.flatMap((object) =>
    object.attributes.map((attribute: BuiltInAttribute, position) => ({
      id: uuidv7(),
      object_slug: object.slug,
      slug: attribute.slug,
      name: attribute.name,
      type: attribute.type,
      is_required: attribute.isRequired ?? false,
      is_unique: attribute.isUnique ?? false,
      options: attribute.options ?? [],
      currency_code: traitsOf(attribute.type).hasCurrency ? CURRENCY_CODE_DEFAULT : null,
      reference_slug: attribute.referenceSlug ?? null,
      position,
    })),
  );
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO crm_object
        (id, workspace_id, slug, singular_name, plural_name, description, is_system, created_at, updated_at)
      SELECT o.id, ${workspaceId}::uuid, o.slug, o.singular_name, o.plural_name, o.description, true,
             ${now}::timestamptz, ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(objects)}::jsonb)
        AS o(id uuid, slug text, singular_name text, plural_name text, description text)
      ON CONFLICT (workspace_id, slug) DO NOTHING
      RETURNING id, slug
    )
    INSERT INTO crm_attribute
      (id, object_id, slug, name, type, is_required, is_unique, is_system, options, currency_code, reference_slug,
       position, created_at, updated_at)
    SELECT a.id, made.id, a.slug, a.name, a.type, a.is_required, a.is_unique, true, a.options, a.currency_code,
           a.reference_slug, a.position, ${now}::timestamptz, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(attributes)}::jsonb)
      AS a(id uuid, object_slug text, slug text, name text, type text, is_required boolean, is_unique boolean,
           options jsonb, currency_code text, reference_slug text, position int)
    JOIN made ON made.slug = a.object_slug`;
}

/** Adds an object of a workspace with its first attribute. @throws on a slug that is taken */
export async function insertObject(
  tx: Db,
  workspaceId: string,
  object: Pick<rows.CrmObject, "slug" | "singularName" | "pluralName" | "description">,
  attribute: Pick<rows.CrmAttribute, "slug" | "name" | "type" | "isRequired">,
  now: Date,
): Promise<ObjectRow> {
  const data = { ...object, workspaceId, createdAt: now };
  const attributes = { create: [{ ...attribute, isSystem: true, position: 0, createdAt: now }] };
  return asObject(await tx.crmObject.create({ data: { ...data, attributes }, include: WITH_ATTRIBUTES }));
}

/** Changes what an object is called. The caller has found it in its workspace. */
export async function updateObjectRow(
  tx: Db,
  object: ObjectRow,
  change: Partial<Pick<rows.CrmObject, "singularName" | "pluralName" | "description">>,
): Promise<ObjectRow> {
  return asObject(
    await tx.crmObject.update({ where: { id: object.id }, data: change, include: WITH_ATTRIBUTES }),
  );
}

/** Removes an object and all that it holds. The caller has made sure that no live record is among it. */
export async function deleteObjectRow(tx: Db, object: ObjectRow): Promise<void> {
  await tx.crmObject.delete({ where: { id: object.id } });
}

/** The automations and sequences that go with an object. */
export async function listDeletedWith(
  tx: Db,
  object: ObjectRow,
): Promise<{ type: "automation" | "sequence"; id: string; name: string }[]> {
  return tx.$queryRaw<{ type: "automation" | "sequence"; id: string; name: string }[]>`
    SELECT 'automation' AS type, id::text, name FROM automation WHERE object_id = ${object.id}::uuid
    UNION ALL
    SELECT 'sequence', id::text, name FROM sequence WHERE object_id = ${object.id}::uuid`;
}

/** How many objects a workspace has made itself. */
export async function countObjects(tx: Db, workspaceId: string): Promise<number> {
  return tx.crmObject.count({ where: { workspaceId, isSystem: false } });
}

/** The records of an object, the deleted ones too, by id. */
export async function listRecordIds(tx: Db, { id: objectId }: ObjectRow): Promise<string[]> {
  return (await tx.crmRecord.findMany({ where: { objectId }, select: { id: true } })).map(({ id }) => id);
}

/** Whether an object has a record that is not deleted. */
export async function hasLiveRecords(tx: Db, object: ObjectRow): Promise<boolean> {
  const where = { objectId: object.id, deletedAt: null };
  return (await tx.crmRecord.findFirst({ where, select: { id: true } })) !== null;
}

/** Names of other objects' attributes in use that refer to this one, as `Deal: Company`. */
export async function listReferrers(tx: Db, object: ObjectRow): Promise<string[]> {
  const found = await tx.crmAttribute.findMany({
    where: {
      referenceSlug: object.slug,
      archivedAt: null,
      object: { workspaceId: object.workspaceId, id: { not: object.id } },
    },
    select: { name: true, object: { select: { singularName: true } } },
    take: 5,
  });
  return found.map((attribute) => `${attribute.object.singularName}: ${attribute.name}`);
}

/**
 * Locks an object until the transaction ends, so that its attributes stay as a writer of records has seen them; writers
 * don't wait for each other.
 */
export async function lockObjectShared(tx: Db, workspaceId: string, slug: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_object WHERE workspace_id = ${workspaceId}::uuid AND slug = ${slug} FOR SHARE`;
}

/** Locks an object's row until the transaction ends, so that changes to what it consists of take turns, with records too. */
export async function lockObject(tx: Db, objectId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM crm_object WHERE id = ${objectId}::uuid FOR UPDATE`;
}

/** As `lockObject`, and locks the object that an attribute of it refers to, so that it isn't deleted meanwhile. */
export async function lockObjectWith(
  tx: Db,
  workspaceId: string,
  slug: string,
  referenceSlug: string | null,
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_object
    WHERE workspace_id = ${workspaceId}::uuid AND slug IN (${slug}, ${referenceSlug}) ORDER BY id FOR UPDATE`;
}
