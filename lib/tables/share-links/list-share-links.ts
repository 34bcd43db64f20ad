import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readRows } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";
import { getTableRow } from "@/lib/tables/open-table";
import type { ShareLink } from "@/lib/tables/schema";
import { presentShareLink } from "@/lib/tables/share-links/present";
import { findLinkOwners, listShareLinkRows } from "@/lib/tables/share-links/store";

/** A page of a table's links, newest first, the expired and revoked ones too. @throws AppError not_found */
export async function listShareLinks(
  { workspaceId }: WorkspaceScope,
  tableId: string,
  query: PageQuery,
  now: Date,
): Promise<Page<ShareLink>> {
  const table = await getTableRow(db(), workspaceId, tableId, now);
  const { items, nextCursor } = await readRows(query, (slice) => listShareLinkRows(table, slice));
  const owners = await findLinkOwners(db(), workspaceId, items);
  return { items: items.map((row) => presentShareLink(row, owners.get(row.id), now)), nextCursor };
}
