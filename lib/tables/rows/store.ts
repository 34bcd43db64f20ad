import { v7 as uuidv7 } from "uuid";
import type { Values } from "@/lib/crm/attributes/schema";
import { testSql } from "@/lib/crm/records/list/test-sql";
import type { FieldChange } from "@/lib/crm/records/schema";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type * as rows from "@/lib/platform/rows";
import type { TableAccess } from "@/lib/tables/access";

export type RowRow = Omit<rows.DataRow, "values" | "keys"> & { values: Values; keys: Record<string, string> };

/** The columns of a row `r`. */
export const ROW_COLUMNS = Prisma.sql`r.id::text, r.table_id::text AS "tableId", r."values", r.keys, r.search,
  r.row_version AS "rowVersion", r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.deleted_at AS "deletedAt"`;

/** What a row `r` must be for a caller to learn of it. */
export function reachableSql({ tableId, rowFilter }: TableAccess, isDeleted: boolean): Prisma.Sql {
  const conditions = [
    Prisma.sql`r.table_id = ${tableId}::uuid`,
    isDeleted ? Prisma.sql`r.deleted_at IS NOT NULL` : Prisma.sql`r.deleted_at IS NULL`,
    ...(rowFilter ? [testSql(rowFilter)] : []),
  ];
  return Prisma.join(conditions, " AND ");
}

/** Rows within a caller's reach by id; those that are not there, or not for the caller, are missing. */
export async function findRows(
  tx: Db,
  access: TableAccess,
  ids: readonly string[],
  isDeleted: boolean,
): Promise<RowRow[]> {
  return tx.$queryRaw<RowRow[]>`
    SELECT ${ROW_COLUMNS} FROM data_row r
    WHERE r.id = ANY(${ids}::uuid[]) AND ${reachableSql(access, isDeleted)}`;
}

/** As `findRows`, holding the rows until the transaction ends, always in the same order. */
export async function lockRows(
  tx: Db,
  access: TableAccess,
  ids: readonly string[],
  isDeleted: boolean,
): Promise<RowRow[]> {
  return tx.$queryRaw<RowRow[]>`
    SELECT ${ROW_COLUMNS} FROM data_row r
    WHERE r.id = ANY(${ids}::uuid[]) AND ${reachableSql(access, isDeleted)}
    ORDER BY r.id FOR UPDATE`;
}

type NewRow = Omit<RowRow, "deletedAt" | "rowVersion">;

/** Adds rows, without their keys, in one statement. */
export async function insertRows(tx: Db, newRows: readonly NewRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO data_row (id, table_id, "values", keys, search, created_at, updated_at)
    SELECT id, "tableId", "values", keys, search, "createdAt", "updatedAt"
    FROM jsonb_to_recordset(${JSON.stringify(newRows)}::jsonb)
      AS given(id uuid, "tableId" uuid, "values" jsonb, keys jsonb, search text,
               "createdAt" timestamptz, "updatedAt" timestamptz)`;
}

/** Stores new states of rows, in one statement. The caller holds them. */
export async function updateRows(tx: Db, states: readonly RowRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE data_row r
    SET "values" = given.values, keys = given.keys, search = given.search, row_version = given."rowVersion",
        updated_at = given."updatedAt", deleted_at = given."deletedAt"
    FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      AS given(id uuid, "values" jsonb, keys jsonb, search text, "rowVersion" int, "updatedAt" timestamptz,
               "deletedAt" timestamptz)
    WHERE r.id = given.id`;
}

/** A key under which a row is found in one of its columns. */
export type RowKey = { rowId: string; columnKey: string; key: string };

function columnsOf(keys: readonly RowKey[]) {
  return {
    columnKeys: keys.map(({ columnKey }) => columnKey),
    texts: keys.map(({ key }) => key),
    rowIds: keys.map(({ rowId }) => rowId),
  };
}

/** Makes rows of a table be found under keys. */
export async function insertKeys(tx: Db, { tableId }: TableAccess, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { columnKeys, texts, rowIds } = columnsOf(keys);
  await tx.$executeRaw`
    INSERT INTO data_row_key (table_id, column_key, key, row_id)
    SELECT ${tableId}::uuid, * FROM unnest(${columnKeys}::text[], ${texts}::text[], ${rowIds}::uuid[])`;
}

/** Takes keys of a table's rows away. */
export async function deleteKeys(tx: Db, { tableId }: TableAccess, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { columnKeys, texts, rowIds } = columnsOf(keys);
  await tx.$executeRaw`
    DELETE FROM data_row_key k
    USING unnest(${columnKeys}::text[], ${texts}::text[], ${rowIds}::uuid[]) AS gone(column_key, key, row_id)
    WHERE k.table_id = ${tableId}::uuid AND k.column_key = gone.column_key
      AND k.key = gone.key COLLATE "C" AND k.row_id = gone.row_id`;
}

/**
 * Changes the number of a table's rows, and so takes turns with whoever else adds or deletes some.
 * @returns false, with nothing changed, when there would be more than `countMax`
 */
export async function addToRowCount(
  tx: Db,
  { tableId }: TableAccess,
  count: number,
  countMax: number,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE data_table SET row_count = row_count + ${count}::int
    WHERE id = ${tableId}::uuid AND row_count + ${count}::int <= ${countMax}::int`;
  return changed > 0;
}

export type HistoryType = "created" | "updated" | "deleted" | "restored";

/** Adds to the histories of rows, in one statement. */
export async function insertHistory(
  tx: Db,
  { actor }: TableAccess,
  entries: readonly { rowId: string; type: HistoryType; rowVersion: number; changes: FieldChange[] }[],
  now: Date,
): Promise<void> {
  const given = entries.map((entry) => ({ ...entry, id: uuidv7() }));
  await tx.$executeRaw`
    INSERT INTO data_row_event
      (id, row_id, type, actor_kind, actor_id, share_link_id, row_version, changes, created_at)
    SELECT id, "rowId", type, ${actor.kind}, ${actor.developerId}::uuid, ${actor.shareLinkId}::uuid, "rowVersion",
           changes, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given(id uuid, "rowId" uuid, type text, "rowVersion" int, changes jsonb)`;
}

const WITH_ACTORS = {
  actor: { select: { name: true } },
  shareLink: { select: { name: true } },
} as const satisfies Prisma.DataRowEventInclude;

export type HistoryRow = Prisma.DataRowEventGetPayload<{ include: typeof WITH_ACTORS }>;

/** A page of a row's history, newest first. The caller has found the row. */
export async function listHistoryRows({ id: rowId }: RowRow, { limit, after }: Slice): Promise<HistoryRow[]> {
  return db().dataRowEvent.findMany({
    where: {
      rowId,
      AND: beyond(after, "desc"),
    },
    include: WITH_ACTORS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** Erases rows that were deleted before a time, themselves or with their table, at most so many; how many it were. */
export async function eraseRows(deletedBefore: Date, countMax: number): Promise<number> {
  return db().$executeRaw`
    WITH deleted AS (
      SELECT id FROM data_row WHERE deleted_at < ${deletedBefore}::timestamptz
      ORDER BY deleted_at LIMIT ${countMax} FOR UPDATE SKIP LOCKED
    ), orphaned AS (
      SELECT r.id FROM data_table t JOIN data_row r ON r.table_id = t.id
      WHERE t.deleted_at < ${deletedBefore}::timestamptz LIMIT ${countMax} FOR UPDATE OF r SKIP LOCKED
    )
    DELETE FROM data_row WHERE id IN (SELECT id FROM deleted UNION SELECT id FROM orphaned)`;
}
