import { listIntegrations } from "@/lib/inbound/list-integrations";
import { Integrations } from "@/lib/inbound/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Providers whose webhooks the service receives, and their state",
  permission: "can_manage_integrations",
  response: Integrations,
  handle: ({ scope, now }) => listIntegrations(scope, now),
});
