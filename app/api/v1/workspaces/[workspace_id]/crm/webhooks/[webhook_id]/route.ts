import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteWebhook } from "@/lib/webhooks/delete-webhook";
import { getWebhook } from "@/lib/webhooks/get-webhook";
import { UpdatedWebhook, UpdateWebhook, Webhook, WebhookParams } from "@/lib/webhooks/schema";
import { updateWebhook } from "@/lib/webhooks/update-webhook";

export const GET = workspaceRoute({
  summary: "One webhook with its health",
  permission: "can_view_webhooks",
  params: WebhookParams,
  response: Webhook,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => getWebhook(scope, params.webhook_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Change a webhook, or switch it on or off",
  description:
    "Switching it off gives up its pending deliveries; events that happen while it is off are held, and `recover` sends them. `headers` replaces all stored headers; if `url` moves to another origin and `headers` is left out, the stored ones are removed. To change the secret, rotate it.",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  body: UpdateWebhook,
  response: UpdatedWebhook,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, now }) => updateWebhook(scope, params.webhook_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a webhook, its secret and its log; pending deliveries are given up",
  permission: "can_manage_webhooks",
  params: WebhookParams,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => deleteWebhook(scope, params.webhook_id, now),
});
