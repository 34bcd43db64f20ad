import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";
import { getTableRow } from "@/lib/tables/open-table";
import { presentTable } from "@/lib/tables/present";
import type { Table, TableQuery } from "@/lib/tables/schema";
import { listTableRows } from "@/lib/tables/store";

/** A page of a workspace's tables, oldest first; or of the deleted ones that can still be restored. */
export async function listTables(
  { workspaceId }: WorkspaceScope,
  { deleted, ...page }: TableQuery,
  now: Date,
): Promise<Page<Table>> {
  return readPage(page, (slice) => listTableRows(workspaceId, slice, deleted, now), presentTable);
}

/** One table of a workspace. @throws AppError not_found */
export async function getTable({ workspaceId }: WorkspaceScope, tableId: string, now: Date): Promise<Table> {
  return presentTable(await getTableRow(db(), workspaceId, tableId, now));
}
