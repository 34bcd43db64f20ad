import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import { getLockedTable } from "@/lib/tables/open-table";
import { presentTable } from "@/lib/tables/present";
import { withChangedColumn, withColumn } from "@/lib/tables/rules";
import type { Column, CreateColumn, Table, UpdateColumn, UpdateTable } from "@/lib/tables/schema";
import { type CountedTable, updateTableRow } from "@/lib/tables/store";

type Change = Partial<Pick<CountedTable, "name" | "description" | "columns">>;

/** Changes to a table take turns, so that nobody's column is lost to somebody else's change. */
async function changeTable(
  { workspaceId, actor }: WorkspaceScope,
  tableId: string,
  action: string,
  changeOf: (table: CountedTable) => Change,
  now: Date,
): Promise<CountedTable> {
  return transaction(async (tx) => {
    const table = await getLockedTable(tx, workspaceId, tableId, now);
    const change = changeOf(table);
    await updateTableRow(tx, tableId, change, now);
    const keys = Object.keys(change) as (keyof Change)[];
    const before = Object.fromEntries(keys.map((key) => [key, table[key]]));
    const entry = { action, target: { type: "table", id: tableId }, before, after: change };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    return { ...table, ...change, updatedAt: now };
  });
}

/** Names a table anew or describes it. @throws AppError not_found */
export async function updateTable(
  scope: WorkspaceScope,
  tableId: string,
  { name, description }: UpdateTable,
  now: Date,
): Promise<Table> {
  const change = omitUndefined({ name, description });
  return presentTable(await changeTable(scope, tableId, "table.updated", () => change, now));
}

/** Adds a column behind those in use. @throws AppError not_found, and as `withColumn` */
export async function addColumn(
  scope: WorkspaceScope,
  tableId: string,
  body: CreateColumn,
  now: Date,
): Promise<Table> {
  const change = ({ columns }: { columns: Column[] }) => ({ columns: withColumn(columns, body) });
  return presentTable(await changeTable(scope, tableId, "table_column.created", change, now));
}

/**
 * Renames, moves, archives or restores a column.
 * @throws AppError not_found, and as `withChangedColumn`
 */
export async function updateColumn(
  scope: WorkspaceScope,
  tableId: string,
  key: string,
  body: UpdateColumn,
  now: Date,
): Promise<Table> {
  const change = ({ columns }: { columns: Column[] }) => ({ columns: withChangedColumn(columns, key, body) });
  return presentTable(await changeTable(scope, tableId, "table_column.updated", change, now));
}
