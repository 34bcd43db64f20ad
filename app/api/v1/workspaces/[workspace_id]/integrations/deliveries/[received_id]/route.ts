import { getDelivery } from "@/lib/inbound/get-delivery";
import { DeliveryParams, ReceivedDeliveryDetail } from "@/lib/inbound/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "A received webhook with its headers and body",
  permission: "can_manage_integrations",
  params: DeliveryParams,
  response: ReceivedDeliveryDetail,
  errors: ["not_found"],
  handle: ({ scope, params }) => getDelivery(scope, params.received_id),
});
