import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { getWebhookRow } from "@/lib/webhooks/get-webhook";
import { presentDelivery } from "@/lib/webhooks/present";
import type { DeliveriesQuery, Delivery } from "@/lib/webhooks/schema";
import { listDeliveryRows } from "@/lib/webhooks/store";

/** A page of a webhook's deliveries, newest first. @throws AppError not_found */
export async function listDeliveries(
  scope: WorkspaceScope,
  webhookId: string,
  query: DeliveriesQuery,
): Promise<Page<Delivery>> {
  const webhook = await getWebhookRow(scope, webhookId);
  const filters = {
    status: query.status,
    eventType: query.event_type,
    since: query.since === undefined ? undefined : new Date(query.since),
  };
  return readPage(
    query,
    (slice) => listDeliveryRows(webhook, filters, slice),
    (row) => presentDelivery(row, scope.permissions),
  );
}
