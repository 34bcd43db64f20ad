import { replayDelivery } from "@/lib/inbound/replay-delivery";
import { DeliveryParams, ReceivedDelivery } from "@/lib/inbound/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Process a received webhook again",
  description: "Runs in the background from the stored body; `status` shows the outcome.",
  permission: "can_manage_integrations",
  params: DeliveryParams,
  makes: true,
  response: ReceivedDelivery,
  status: 202,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => replayDelivery(scope, params.received_id, now),
});
