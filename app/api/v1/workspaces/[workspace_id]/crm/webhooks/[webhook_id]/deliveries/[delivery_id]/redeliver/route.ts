import { workspaceRoute } from "@/lib/routes/workspace-route";
import { redeliver } from "@/lib/webhooks/redeliver";
import { DeliveryParams, DeliveryWithAttempts } from "@/lib/webhooks/schema";

export const POST = workspaceRoute({
  summary: "Send a delivery again now, with a full schedule of retries",
  permission: "can_manage_webhooks",
  sees: "can_view_webhooks",
  params: DeliveryParams,
  makes: true,
  response: DeliveryWithAttempts,
  status: 202,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => redeliver(scope, params.webhook_id, params.delivery_id, now),
});
