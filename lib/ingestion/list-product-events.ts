import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentProductEvent } from "@/lib/ingestion/present";
import type { ProductEvent, ProductEventQuery } from "@/lib/ingestion/schema";
import { listProductEventRows } from "@/lib/ingestion/store";

/** A page of the workspace's product events, newest first. */
export async function listProductEvents(
  scope: WorkspaceScope,
  query: ProductEventQuery,
): Promise<Page<ProductEvent>> {
  return readPage(query, (slice) => listProductEventRows(scope, query, slice), presentProductEvent, [
    "occurredAt",
    "id",
  ]);
}
