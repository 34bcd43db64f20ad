import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";
import { getTableRow } from "@/lib/tables/open-table";
import type { ShareLink } from "@/lib/tables/schema";
import { presentShareLink } from "@/lib/tables/share-links/present";
import { findLinkOwners, listShareLinkRows } from "@/lib/tables/share-links/store";

/** A page of a table's links, newest first, the expired and revoked ones too. @throws AppError not_found */
export async function listShareLinks(
  { workspaceId }: WorkspaceScope,
  tableId: string,
  { limit, cursor }: PageQuery,
  now: Date,
): Promise<Page<ShareLink>> {
  const table = await getTableRow(db(), workspaceId, tableId, now);
  const rows = await listShareLinkRows(table, limit + 1, readCursor(cursor));
  const owners = await findLinkOwners(db(), workspaceId, rows);
  return toPage(rows, limit, byCreation, (row) => presentShareLink(row, owners.get(row.id), now));
}
