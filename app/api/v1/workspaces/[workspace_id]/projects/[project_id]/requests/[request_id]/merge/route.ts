import { mergeRequest } from "@/lib/projects/requests/merge-request";
import { MergeRequest, RequestParams, StaffRequest } from "@/lib/projects/requests/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Merge a duplicate into another request",
  description: "The other request gets its votes, one per person, and its comments, and is the answer.",
  permission: "can_manage_projects",
  sees: "can_view_projects",
  params: RequestParams,
  body: MergeRequest,
  response: StaffRequest,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    mergeRequest(scope, params.project_id, params.request_id, body.into_id, now),
});
