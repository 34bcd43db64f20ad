import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listDeliveries } from "@/lib/inbound/list-deliveries";
import { DeliveryQuery, ReceivedDelivery } from "@/lib/inbound/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Received webhooks that concern a workspace, newest first",
  description:
    "A delivery of the code host concerns the workspaces that had adopted its repository when it came, and whose adopter could read it.",
  permission: "can_manage_integrations",
  params: WorkspaceParams,
  query: DeliveryQuery,
  response: pageOf(ReceivedDelivery),
  handle: ({ scope, query }) => listDeliveries(scope, query),
});
