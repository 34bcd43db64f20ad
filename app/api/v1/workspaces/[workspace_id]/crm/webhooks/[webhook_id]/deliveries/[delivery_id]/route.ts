import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getDelivery } from "@/lib/webhooks/get-delivery";
import { DeliveryParams, DeliveryWithAttempts } from "@/lib/webhooks/schema";

export const GET = workspaceRoute({
  summary: "One delivery with all its attempts",
  permission: "can_view_webhooks",
  params: DeliveryParams,
  response: DeliveryWithAttempts,
  errors: ["not_found"],
  handle: ({ scope, params }) => getDelivery(scope, params.webhook_id, params.delivery_id),
});
