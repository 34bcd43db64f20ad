import { ObjectParams } from "@/lib/crm/objects/schema";
import { createView } from "@/lib/crm/views/create-view";
import { listViews } from "@/lib/crm/views/list-views";
import { CreateView, View } from "@/lib/crm/views/schema";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Shared views of an object and your own, oldest first",
  permission: "can_view_crm",
  params: ObjectParams,
  query: PageQuery,
  response: pageOf(View),
  handle: ({ scope, params, query, now }) => listViews(scope, params.object_slug, query, now),
});

export const POST = workspaceRoute({
  summary: "Save a view of an object",
  permission: "can_view_crm",
  params: ObjectParams,
  body: CreateView,
  response: View,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => createView(scope, params.object_slug, body, now),
});
