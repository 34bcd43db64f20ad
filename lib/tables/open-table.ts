import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { type Db, db } from "@/lib/platform/database";
import type { RowActor, TableAccess } from "@/lib/tables/access";
import { type CountedTable, findTable, lockTable } from "@/lib/tables/store";

/** A table of a workspace. @throws AppError not_found */
export async function getTableRow(
  tx: Db,
  workspaceId: string,
  tableId: string,
  now: Date,
): Promise<CountedTable> {
  return orNotFound(await findTable(tx, workspaceId, tableId, now), "Table");
}

/** As `getTableRow`, locked exclusively until the transaction ends. */
export async function getLockedTable(
  tx: Db,
  workspaceId: string,
  tableId: string,
  now: Date,
): Promise<CountedTable> {
  await getTableRow(tx, workspaceId, tableId, now);
  await lockTable(tx, workspaceId, tableId, "alone");
  return getTableRow(tx, workspaceId, tableId, now);
}

/** Lets a member into all of a table; what they may do there, their permissions have said. @throws AppError not_found */
export async function openTable(
  scope: WorkspaceScope,
  tableId: string,
  now: Date,
  kind: "developer" | "import" = "developer",
): Promise<TableAccess> {
  const { developerId } = scope.actor;
  return openTableAs(db(), scope.workspaceId, tableId, { kind, developerId, shareLinkId: null }, now);
}

/**
 * Lets a part of the service into all of a table. The workspace must be that of the part's own rows, never one that a
 * client named.
 * @throws AppError not_found
 */
export async function openTableAs(
  tx: Db,
  workspaceId: string,
  tableId: string,
  actor: RowActor,
  now: Date,
): Promise<TableAccess> {
  const { name, columns, rowCount } = await getTableRow(tx, workspaceId, tableId, now);
  return {
    workspaceId,
    tableId,
    tableName: name,
    rowCount,
    columns,
    hidden: new Set<string>(),
    rowFilter: null,
    actor,
  } as unknown as TableAccess;
}
