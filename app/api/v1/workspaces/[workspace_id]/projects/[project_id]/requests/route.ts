import { listStaffRequests } from "@/lib/projects/requests/list-requests";
import { StaffRequest, StaffRequestQuery } from "@/lib/projects/requests/schema";
import { ProjectParams } from "@/lib/projects/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Requests that visitors filed on a project's page",
  permission: "can_view_projects",
  params: ProjectParams,
  query: StaffRequestQuery,
  response: pageOf(StaffRequest),
  handle: ({ scope, params, query, now }) => listStaffRequests(scope, params.project_id, query, now),
});
