import { bearerRoute } from "@/lib/routes/bearer-route";
import { createWebhookAnywhere, mayCreateWebhooks } from "@/lib/webhooks/create-webhook";
import { CreateWebhookAnywhere, NewWebhook } from "@/lib/webhooks/schema";

export const POST = bearerRoute({
  summary: "Subscribe an address to events of a workspace; only this answer contains the secret",
  description: "Needs the permission `can_manage_webhooks` in the workspace that the body names.",
  reach: "workspace",
  body: CreateWebhookAnywhere,
  response: NewWebhook,
  status: 201,
  countsAs: ({ workspace_id }) => `/workspaces/${workspace_id}/crm/webhooks`,
  mayStill: mayCreateWebhooks,
  errors: ["forbidden", "payment_required"],
  handle: ({ actor, body, now }) => createWebhookAnywhere(actor, body, now),
});
