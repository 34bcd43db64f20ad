import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentDelivery } from "@/lib/inbound/present";
import type { DeliveryQuery, ReceivedDelivery } from "@/lib/inbound/schema";
import { listDeliveryRows } from "@/lib/inbound/store";

/** A page of the received deliveries that concern the workspace, newest first. */
export async function listDeliveries(
  scope: WorkspaceScope,
  { provider, status, event, since, ...page }: DeliveryQuery,
): Promise<Page<ReceivedDelivery>> {
  const filters = { provider, status, event, since: since === undefined ? undefined : new Date(since) };
  return readPage(page, (slice) => listDeliveryRows(scope, filters, slice), presentDelivery, [
    "receivedAt",
    "id",
  ]);
}
