import { workspaceRoute } from "@/lib/routes/workspace-route";
import { recover } from "@/lib/webhooks/recover";
import { Recover, Recovered, WebhookParams } from "@/lib/webhooks/schema";

export const POST = workspaceRoute({
  summary: "Send the failed deliveries of a span of time again, or count them",
  description:
    "Events that came while the webhook was switched off become deliveries too. Repeating it sends nothing twice.",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  body: Recover,
  response: Recovered,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, now }) => recover(scope, params.webhook_id, body, now),
});
