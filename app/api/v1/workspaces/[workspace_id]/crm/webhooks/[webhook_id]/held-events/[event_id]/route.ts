import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getHeldEvent } from "@/lib/webhooks/held/list-held";
import { HeldEvent, HeldEventParams } from "@/lib/webhooks/held/schema";

export const GET = workspaceRoute({
  summary: "One event that came while a webhook was switched off, with its whole payload",
  permission: "can_view_webhooks",
  params: HeldEventParams,
  response: HeldEvent,
  errors: ["not_found"],
  handle: ({ scope, params }) => getHeldEvent(scope, params.webhook_id, params.event_id),
});
