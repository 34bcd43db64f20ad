import { workspaceRoute } from "@/lib/routes/workspace-route";
import { DeliveryWithAttempts, WebhookParams } from "@/lib/webhooks/schema";
import { testWebhook } from "@/lib/webhooks/test-webhook";

export const POST = workspaceRoute({
  summary: "Send a webhook.test event, whatever the webhook subscribes to",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  makes: true,
  response: DeliveryWithAttempts,
  status: 202,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => testWebhook(scope, params.webhook_id, now),
});
