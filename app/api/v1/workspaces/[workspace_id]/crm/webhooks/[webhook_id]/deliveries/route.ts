import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { DeliveriesQuery, Delivery, WebhookParams } from "@/lib/webhooks/schema";

export const GET = workspaceRoute({
  summary: "List a webhook's deliveries with their last attempts, newest first",
  permission: "can_view_webhooks",
  params: WebhookParams,
  query: DeliveriesQuery,
  response: pageOf(Delivery),
  errors: ["not_found"],
  handle: ({ scope, params, query }) => listDeliveries(scope, params.webhook_id, query),
});
