import { UpdateView, View, ViewParams } from "@/lib/crm/views/schema";
import { deleteView, updateView } from "@/lib/crm/views/update-view";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Change a view: your own, or a shared one if you manage the CRM",
  permission: "can_view_crm",
  params: ViewParams,
  body: UpdateView,
  response: View,
  handle: ({ scope, params, body, now }) => updateView(scope, params.object_slug, params.view_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Remove a view: your own, or a shared one if you manage the CRM",
  permission: "can_view_crm",
  params: ViewParams,
  handle: ({ scope, params, now }) => deleteView(scope, params.object_slug, params.view_id, now),
});
