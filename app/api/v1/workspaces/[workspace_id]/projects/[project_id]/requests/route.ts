import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listStaffRequests } from "@/lib/projects/requests/list-requests";
import { StaffRequest, StaffRequestQuery } from "@/lib/projects/requests/schema";
import { ProjectParams } from "@/lib/projects/schema";

export const GET = workspaceRoute({
  summary: "Requests that visitors filed on a project's page",
  permission: "can_view_projects",
  params: ProjectParams,
  query: StaffRequestQuery,
  response: pageOf(StaffRequest),
  handle: ({ scope, params, query, now }) => listStaffRequests(scope, params.project_id, query, now),
});
