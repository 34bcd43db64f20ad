import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentProductEvent } from "@/lib/ingestion/present";
import type { ProductEvent, ProductEventQuery } from "@/lib/ingestion/schema";
import { listProductEventRows } from "@/lib/ingestion/store";

/** A page of the workspace's product events, newest first. */
export async function listProductEvents(
  scope: WorkspaceScope,
  query: ProductEventQuery,
): Promise<Page<ProductEvent>> {
  const rows = await listProductEventRows(scope, query, query.limit + 1, readCursor(query.cursor));
  return toPage(rows, query.limit, (row) => ({ at: row.occurredAt, id: row.id }), presentProductEvent);
}
