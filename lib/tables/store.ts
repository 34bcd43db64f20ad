import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import type * as rows from "@/lib/platform/rows";
import { ROW_RESTORE_DAYS } from "@/lib/tables/limits";
import type { Column } from "@/lib/tables/schema";

export type TableRow = Omit<rows.DataTable, "columns"> & { columns: Column[] };

/** A table with the number of its share links that still open. */
export type CountedTable = TableRow & { activeShareLinks: number };

function counted(now: Date) {
  return {
    _count: {
      select: {
        shareLinks: {
          where: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        },
      },
    },
  } as const satisfies Prisma.DataTableInclude;
}

function asCounted({
  _count,
  ...table
}: Prisma.DataTableGetPayload<{ include: ReturnType<typeof counted> }>): CountedTable {
  return { ...(table as unknown as TableRow), activeShareLinks: _count.shareLinks };
}

/** Deleted, and still to be restored: later its rows are erased batch by batch, so that some may be gone. */
function deletedLately(now: Date) {
  return { gte: new Date(now.getTime() - ROW_RESTORE_DAYS * DAY_MS) };
}

/**
 * A table of a workspace that is not deleted, or with `isDeleted` one that is and can still be restored; null where there
 * is none.
 */
export async function findTable(
  tx: Db,
  workspaceId: string,
  id: string,
  now: Date,
  isDeleted = false,
): Promise<CountedTable | null> {
  const deletedAt = isDeleted ? deletedLately(now) : null;
  const found = await tx.dataTable.findFirst({
    where: { id, workspaceId, deletedAt },
    include: counted(now),
  });
  return found && asCounted(found);
}

/** A workspace's tables, oldest first, at most `limit` of them after `after`. */
export async function listTableRows(
  workspaceId: string,
  { limit, after }: Slice,
  isDeleted: boolean,
  now: Date,
): Promise<CountedTable[]> {
  const found = await db().dataTable.findMany({
    where: {
      workspaceId,
      deletedAt: isDeleted ? deletedLately(now) : null,
      AND: beyond(after, "asc"),
    },
    include: counted(now),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
  return found.map(asCounted);
}

/** How many tables a workspace has, deleted ones not among them. */
export async function countTables(tx: Db, workspaceId: string): Promise<number> {
  return tx.dataTable.count({ where: { workspaceId, deletedAt: null } });
}

/** Adds a table without rows. */
export async function insertTable(
  tx: Db,
  table: Pick<TableRow, "workspaceId" | "name" | "description" | "columns" | "createdById">,
  now: Date,
): Promise<CountedTable> {
  const row = await tx.dataTable.create({ data: { ...table, createdAt: now, updatedAt: now } });
  return { ...(row as unknown as TableRow), activeShareLinks: 0 };
}

/** Changes a table. The caller has found it in its workspace. */
export async function updateTableRow(
  tx: Db,
  id: string,
  change: Partial<Pick<TableRow, "name" | "description" | "columns" | "deletedAt">>,
  now: Date,
): Promise<void> {
  await tx.dataTable.update({ where: { id }, data: { ...change, updatedAt: now } });
}

/**
 * Locks a table's row until the transaction ends: alone, for changing columns and the number of rows, or beside others,
 * so that columns stay as they are.
 */
export async function lockTable(
  tx: Db,
  workspaceId: string,
  id: string,
  mode: "alone" | "shared",
): Promise<void> {
  const how = mode === "alone" ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.sql`FOR SHARE`;
  await tx.$queryRaw`
    SELECT 1 FROM data_table WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid ${how}`;
}

/** Erases tables deleted before a time that have no rows left. */
export async function eraseTables(deletedBefore: Date): Promise<void> {
  await db().$executeRaw`
    DELETE FROM data_table t WHERE t.deleted_at < ${deletedBefore}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM data_row r WHERE r.table_id = t.id)`;
}
