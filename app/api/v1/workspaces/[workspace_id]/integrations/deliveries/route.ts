import { listDeliveries } from "@/lib/inbound/list-deliveries";
import { DeliveryQuery, ReceivedDelivery } from "@/lib/inbound/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Received webhooks that concern a workspace, newest first",
  description:
    "A delivery of the code host concerns the workspaces that had adopted its repository when it came, and whose adopter could read it.",
  permission: "can_manage_integrations",
  query: DeliveryQuery,
  response: pageOf(ReceivedDelivery),
  handle: ({ scope, query }) => listDeliveries(scope, query),
});
