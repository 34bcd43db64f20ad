import { v7 as uuidv7 } from "uuid";
import type { Values } from "@/lib/crm/attributes/schema";
import type { FieldChange } from "@/lib/crm/records/schema";
import type { ValueKey } from "@/lib/crm/records/value-keys";
import type { Writer } from "@/lib/crm/records/writer";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type * as rows from "@/lib/platform/rows";

export type RecordRow = Omit<rows.CrmRecord, "values" | "keys"> & {
  values: Values;
  keys: Record<string, string>;
};

const COLUMNS = {
  id: true,
  workspaceId: true,
  objectId: true,
  title: true,
  values: true,
  keys: true,
  search: true,
  createdById: true,
  createdAt: true,
  updatedAt: true,
  rowVersion: true,
  deletedAt: true,
} as const satisfies Prisma.CrmRecordSelect;

/** Live or deleted records of an object by id; those that are not there are missing. */
export async function findRecords(
  tx: Db,
  workspaceId: string,
  objectId: string,
  ids: readonly string[],
): Promise<RecordRow[]> {
  const found = await tx.crmRecord.findMany({
    where: { id: { in: [...ids] }, objectId, workspaceId },
    select: COLUMNS,
  });
  return found as RecordRow[];
}

/**
 * Locks records of an object until the transaction ends, always in the same order, so that changes of several take
 * turns and never wait for each other in a circle.
 */
export async function lockRecords(
  tx: Db,
  workspaceId: string,
  objectId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_record
    WHERE id = ANY(${ids}::uuid[]) AND object_id = ${objectId}::uuid AND workspace_id = ${workspaceId}::uuid
    ORDER BY id FOR UPDATE`;
}

/**
 * Which of these are live records of a workspace, each of the object named with it. Each record is looked up by its id,
 * whatever the planner assumes: while an import writes, its statistics lag behind.
 */
export async function findReferenced(
  tx: Db,
  workspaceId: string,
  references: readonly { id: string; objectSlug: string }[],
): Promise<{ id: string; objectSlug: string }[]> {
  return tx.$queryRaw<{ id: string; objectSlug: string }[]>`
    SELECT r.id::text, o.slug AS "objectSlug"
    FROM unnest(${[...new Set(references.map(({ id }) => id))]}::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (SELECT * FROM crm_record WHERE id = wanted.id LIMIT 1) AS r
    JOIN crm_object o ON o.id = r.object_id
    WHERE r.workspace_id = ${workspaceId}::uuid AND r.deleted_at IS NULL`;
}

/** Which of these are active members of a workspace. */
export async function findMembers(tx: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const found = await tx.workspaceMember.findMany({
    where: {
      workspaceId,
      developerId: { in: [...ids] },
      status: "active",
      developer: { isActive: true },
    },
    select: { developerId: true },
  });
  return found.map(({ developerId }) => developerId);
}

/** Adds records, without their keys, in one statement. */
export async function insertRecords(tx: Db, records: readonly RecordRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO crm_record
      (id, workspace_id, object_id, title, "values", keys, search, created_by_id, created_at, updated_at)
    SELECT id, "workspaceId", "objectId", title, "values", keys, search, "createdById", "createdAt", "updatedAt"
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      AS given(id uuid, "workspaceId" uuid, "objectId" uuid, title text, "values" jsonb, keys jsonb, search text,
               "createdById" uuid, "createdAt" timestamptz, "updatedAt" timestamptz)`;
}

/** The title that `titleOf` makes of these texts of record `r`. */
function titleSql(texts: readonly string[]): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT left(r."values" ->> given.slug, 255) FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS given(slug, place)
    WHERE r."values" ->> given.slug <> '' ORDER BY given.place LIMIT 1), '')`;
}

/**
 * Looks at so many records of an object, in the order of their ids, and gives those that have another title than these
 * texts make the one that they make.
 * @returns the last of them, after which to go on; null once there are no more
 */
export async function updateTitles(
  tx: Db,
  objectId: string,
  texts: readonly string[],
  after: string | null,
  count: number,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ last: string | null }[]>`
    WITH part AS MATERIALIZED (
      SELECT id FROM crm_record WHERE object_id = ${objectId}::uuid AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${count}::int
    ), stale AS MATERIALIZED (
      SELECT r.id FROM crm_record r JOIN part USING (id) WHERE r.title <> ${titleSql(texts)}
      ORDER BY r.id FOR NO KEY UPDATE OF r
    ), called AS (
      UPDATE crm_record r SET title = ${titleSql(texts)} FROM stale WHERE r.id = stale.id
    )
    SELECT id::text AS last FROM part ORDER BY id OFFSET ${count - 1}::int`;
  return row?.last ?? null;
}

type ChangedRecord = Pick<RecordRow, "id" | "title" | "values" | "keys" | "search" | "rowVersion">;

/** Gives records new values, in one statement. The caller holds them. */
export async function updateRecordRows(tx: Db, records: readonly ChangedRecord[], now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE crm_record r
    SET title = given.title, "values" = given.values, keys = given.keys, search = given.search,
        row_version = given."rowVersion", updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      AS given(id uuid, title text, "values" jsonb, keys jsonb, search text, "rowVersion" int)
    WHERE r.id = given.id`;
}

/** Marks records as deleted, or as live again. The caller holds them. */
export async function setDeleted(
  tx: Db,
  ids: readonly string[],
  deletedAt: Date | null,
  now: Date,
): Promise<void> {
  const data = { deletedAt, updatedAt: now, rowVersion: { increment: 1 } };
  await tx.crmRecord.updateMany({ where: { id: { in: [...ids] } }, data });
}

export type RecordKey = ValueKey & { recordId: string };

/** Makes records be found under keys. */
export async function insertKeys(tx: Db, keys: readonly RecordKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { attributeIds, texts, recordIds } = columnsOf(keys);
  await tx.$executeRaw`
    INSERT INTO crm_value_key (attribute_id, key, record_id)
    SELECT * FROM unnest(${attributeIds}::uuid[], ${texts}::text[], ${recordIds}::uuid[])`;
}

function columnsOf(keys: readonly RecordKey[]) {
  return {
    attributeIds: keys.map(({ attributeId }) => attributeId),
    texts: keys.map(({ key }) => key),
    recordIds: keys.map(({ recordId }) => recordId),
  };
}

/** Takes keys away, those that make values unique too. */
export async function deleteKeys(tx: Db, keys: readonly RecordKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { attributeIds, texts, recordIds } = columnsOf(keys);
  await tx.$executeRaw`
    WITH gone AS (
      SELECT * FROM unnest(${attributeIds}::uuid[], ${texts}::text[], ${recordIds}::uuid[])
        AS gone(attribute_id, key, record_id)
    ), freed AS (
      DELETE FROM crm_unique_value u USING gone
      WHERE u.attribute_id = gone.attribute_id AND u.key = gone.key COLLATE "C" AND u.record_id = gone.record_id
    )
    DELETE FROM crm_value_key v USING gone
    WHERE v.attribute_id = gone.attribute_id AND v.key = gone.key COLLATE "C" AND v.record_id = gone.record_id`;
}

/** Takes all keys of records away. */
export async function deleteKeysOf(tx: Db, recordIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH freed AS (DELETE FROM crm_unique_value WHERE record_id = ANY(${recordIds}::uuid[]))
    DELETE FROM crm_value_key WHERE record_id = ANY(${recordIds}::uuid[])`;
}

/**
 * Claims values for records; of many at once that claim the same one, the first to commit gets it.
 * @returns the claims that failed, because another record has the value
 */
export async function claimUnique(tx: Db, keys: readonly RecordKey[]): Promise<RecordKey[]> {
  if (keys.length === 0) return [];
  const { attributeIds, texts, recordIds } = columnsOf(keys);
  // In one order everywhere, so that two who claim several values never wait for each other in a circle.
  const claimed = await tx.$queryRaw<RecordKey[]>`
    INSERT INTO crm_unique_value (attribute_id, key, record_id)
    SELECT * FROM unnest(${attributeIds}::uuid[], ${texts}::text[], ${recordIds}::uuid[]) AS c(attribute_id, key, record_id)
    ORDER BY c.attribute_id, c.key COLLATE "C"
    ON CONFLICT (attribute_id, key) DO NOTHING
    RETURNING attribute_id::text AS "attributeId", key, record_id::text AS "recordId"`;
  const name = ({ attributeId, key, recordId }: RecordKey) => `${attributeId} ${recordId} ${key}`;
  const got = new Set(claimed.map(name));
  return keys.filter((key) => !got.has(name(key)));
}

/** Which records have these values to themselves. Each value is looked up by the key, as in `findReferenced`. */
export async function findHolders(
  tx: Db,
  keys: readonly ValueKey[],
): Promise<(ValueKey & { recordId: string })[]> {
  if (keys.length === 0) return [];
  const attributeIds = keys.map(({ attributeId }) => attributeId);
  const texts = keys.map(({ key }) => key);
  return tx.$queryRaw<(ValueKey & { recordId: string })[]>`
    SELECT u.attribute_id::text AS "attributeId", u.key, u.record_id::text AS "recordId"
    FROM unnest(${attributeIds}::uuid[], ${texts}::text[]) AS wanted(attribute_id, key)
    CROSS JOIN LATERAL (
      SELECT * FROM crm_unique_value
      WHERE attribute_id = wanted.attribute_id AND key = wanted.key COLLATE "C" LIMIT 1) AS u`;
}

/** Whether a record was deleted by undoing the import that created it. */
export function isTakenBackSql(recordId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`COALESCE((
    SELECT (
      SELECT e.type = 'deleted' AND e.actor_kind = 'import' FROM crm_record_event e
      WHERE e.record_id = taken.id ORDER BY e.created_at DESC, e.id DESC LIMIT 1)
    FROM crm_record taken WHERE taken.id = ${recordId} AND taken.deleted_at IS NOT NULL), false)`;
}

/** As `isTakenBackSql`, of one record. */
export async function isTakenBack(recordId: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ taken: boolean }[]>`
    SELECT ${isTakenBackSql(Prisma.sql`${recordId}::uuid`)} AS taken`;
  return row?.taken ?? false;
}

/** Whether a record is there and not deleted. */
export async function isLive(recordId: string): Promise<boolean> {
  return (await db().crmRecord.count({ where: { id: recordId, deletedAt: null } })) > 0;
}

export type TimelineType = "created" | "updated" | "deleted" | "restored";

/** Adds to the timelines of records, in one statement. */
export async function insertTimeline(
  tx: Db,
  { actor }: Writer,
  entries: readonly { recordId: string; type: TimelineType; changes: FieldChange[] }[],
  now: Date,
): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: uuidv7() }));
  await tx.$executeRaw`
    INSERT INTO crm_record_event (id, record_id, type, actor_kind, actor_id, cause_id, changes, created_at)
    SELECT id, "recordId", type, ${actor.kind}, ${actor.developerId}::uuid, ${actor.causeId}::uuid, changes,
           ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given(id uuid, "recordId" uuid, type text, changes jsonb)`;
}

const WITH_ACTOR = { actor: { select: { name: true } } } as const;

export type TimelineRow = Prisma.CrmRecordEventGetPayload<{ include: typeof WITH_ACTOR }>;

/** A page of a record's timeline, newest first. The caller has found the record in its workspace. */
export async function listTimelineRows(record: RecordRow, { limit, after }: Slice): Promise<TimelineRow[]> {
  return db().crmRecordEvent.findMany({
    where: {
      recordId: record.id,
      AND: beyond(after, "desc"),
    },
    include: WITH_ACTOR,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

export type RelatedRow = {
  object: string;
  singularName: string;
  pluralName: string;
  attribute: string;
  attributeName: string;
  count: number;
};

/**
 * Every attribute in use that refers to records of an object, with how many records name this one by it, counted to one
 * more than `countMax`. One statement, by the index of keys. The caller has found the record in its workspace.
 */
export async function listRelatedRows(
  { workspaceId, id }: RecordRow,
  objectSlug: string,
  countMax: number,
): Promise<RelatedRow[]> {
  return db().$queryRaw<RelatedRow[]>`
    SELECT o.slug AS object, o.singular_name AS "singularName", o.plural_name AS "pluralName",
           a.slug AS attribute, a.name AS "attributeName", counted.count
    FROM crm_object o
    JOIN crm_attribute a ON a.object_id = o.id AND a.reference_slug = ${objectSlug} AND a.archived_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM crm_value_key v WHERE v.attribute_id = a.id AND v.key = ${id}::text COLLATE "C"
        LIMIT ${countMax + 1}) AS named) AS counted
    WHERE o.workspace_id = ${workspaceId}::uuid
    ORDER BY o.is_system DESC, o.created_at, o.id, a.position, a.id`;
}

/** Holds records that were deleted before a time, at most so many. @returns their ids */
export async function lockErasable(tx: Db, deletedBefore: Date, countMax: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM crm_record WHERE deleted_at < ${deletedBefore}::timestamptz
    ORDER BY deleted_at LIMIT ${countMax} FOR UPDATE SKIP LOCKED`;
  return rows.map(({ id }) => id);
}

/** Erases records, which the caller holds. */
export async function eraseRecords(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.crmRecord.deleteMany({ where: { id: { in: [...ids] } } });
}

/** The tasks about these records, by id. */
export async function listTasksAbout(tx: Db, recordIds: readonly string[]): Promise<string[]> {
  const where = { recordId: { in: [...recordIds] } };
  return (await tx.crmTask.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/**
 * Rows that name a record, each with the record's title, also while it can still be restored; null once it is erased.
 * One statement for all.
 */
export async function withRecordTitles<R extends { recordId: string | null }>(
  tx: Db,
  workspaceId: string,
  rows: readonly R[],
): Promise<(R & { recordTitle: string | null })[]> {
  const ids = rows.flatMap(({ recordId }) => (recordId === null ? [] : [recordId]));
  const records =
    ids.length === 0
      ? []
      : await tx.crmRecord.findMany({
          where: { workspaceId, id: { in: ids } },
          select: { id: true, title: true },
        });
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  return rows.map((row) => ({ ...row, recordTitle: titles.get(row.recordId ?? "") ?? null }));
}
