import { getStaffRequest } from "@/lib/projects/requests/get-request";
import { RequestParams, StaffRequest, UpdateRequest } from "@/lib/projects/requests/schema";
import { updateRequest } from "@/lib/projects/requests/update-request";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One request of a project's page",
  permission: "can_view_projects",
  params: RequestParams,
  response: StaffRequest,
  handle: ({ scope, params }) => getStaffRequest(scope, params.project_id, params.request_id),
});

export const PATCH = workspaceRoute({
  summary: "Change a request: its status, whether it is shown, its text, its task",
  permission: "can_manage_projects",
  sees: "can_view_projects",
  params: RequestParams,
  body: UpdateRequest,
  response: StaffRequest,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    updateRequest(scope, params.project_id, params.request_id, body, now),
});
