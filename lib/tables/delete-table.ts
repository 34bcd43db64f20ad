import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { checkTablesLeft } from "@/lib/tables/check-tables-left";
import { getLockedTable } from "@/lib/tables/open-table";
import { presentTable } from "@/lib/tables/present";
import type { Table } from "@/lib/tables/schema";
import { findTable, lockTable, updateTableRow } from "@/lib/tables/store";

/** Deletes a table. Its share links end at once; for `ROW_RESTORE_DAYS` it can be restored. @throws AppError not_found */
export async function deleteTable(
  { workspaceId, actor }: WorkspaceScope,
  tableId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const { name, rowCount } = await getLockedTable(tx, workspaceId, tableId, now);
    await updateTableRow(tx, tableId, { deletedAt: now }, now);
    const target = { type: "table", id: tableId };
    const entry = { action: "table.deleted", target, before: { name, row_count: rowCount } };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
  });
}

/**
 * Brings a deleted table back with its rows and share links.
 * @throws AppError not_found, conflict when the workspace has as many as it may
 */
export async function restoreTable(
  { workspaceId, actor }: WorkspaceScope,
  tableId: string,
  now: Date,
): Promise<Table> {
  return transaction(async (tx) => {
    await checkTablesLeft(tx, workspaceId);
    await lockTable(tx, workspaceId, tableId, "alone");
    const table = orNotFound(await findTable(tx, workspaceId, tableId, now, true), "Table");
    await updateTableRow(tx, tableId, { deletedAt: null }, now);
    const target = { type: "table", id: tableId };
    const entry = { action: "table.restored", target, after: { name: table.name } };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    return presentTable({ ...table, updatedAt: now });
  });
}
