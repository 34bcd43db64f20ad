import { workspaceRoute } from "@/lib/routes/workspace-route";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";
import { WebhookParams, WebhookSecret } from "@/lib/webhooks/schema";

export const POST = workspaceRoute({
  summary: "Give a webhook a new secret; only this answer contains it",
  description: "The next attempt signs with it, with no overlap.",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  makes: true,
  response: WebhookSecret,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => rotateSecret(scope, params.webhook_id, now),
});
