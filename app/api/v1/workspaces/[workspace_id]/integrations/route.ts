import { workspaceRoute } from "@/lib/http/workspace-route";
import { listIntegrations } from "@/lib/inbound/list-integrations";
import { Integrations } from "@/lib/inbound/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Providers whose webhooks the service receives, and how they stand",
  permission: "can_manage_integrations",
  params: WorkspaceParams,
  response: Integrations,
  handle: ({ scope, now }) => listIntegrations(scope, now),
});
