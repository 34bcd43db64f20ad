import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { listWebhooks } from "@/lib/webhooks/list-webhooks";
import { CreateWebhook, NewWebhook, Webhook } from "@/lib/webhooks/schema";

export const GET = workspaceRoute({
  summary: "List webhooks with their health, newest first",
  permission: "can_view_webhooks",
  query: PageQuery,
  response: pageOf(Webhook),
  handle: ({ scope, query, now }) => listWebhooks(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Subscribe an address to events; only this answer contains the secret",
  permission: "can_manage_webhooks",
  body: CreateWebhook,
  response: NewWebhook,
  status: 201,
  errors: ["payment_required"],
  handle: ({ scope, body, now }) => createWebhook(scope, body, now),
});
