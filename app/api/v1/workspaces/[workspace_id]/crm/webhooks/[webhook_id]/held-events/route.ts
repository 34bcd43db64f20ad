import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { discardHeldEvents } from "@/lib/webhooks/held/discard-held";
import { listHeldEvents } from "@/lib/webhooks/held/list-held";
import { HeldEvent, HeldEventsDiscarded, HeldEventsQuery } from "@/lib/webhooks/held/schema";
import { WebhookParams } from "@/lib/webhooks/schema";

export const GET = workspaceRoute({
  summary: "List the events that came while a webhook was switched off, newest first",
  description: "They become deliveries when they are recovered.",
  permission: "can_view_webhooks",
  params: WebhookParams,
  query: HeldEventsQuery,
  response: pageOf(HeldEvent),
  errors: ["not_found"],
  handle: ({ scope, params, query }) => listHeldEvents(scope, params.webhook_id, query),
});

export const DELETE = workspaceRoute({
  summary: "Discard all events that came while a webhook was switched off, instead of recovering them",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  response: HeldEventsDiscarded,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => discardHeldEvents(scope, params.webhook_id, now),
});
