import { PageQuery } from "@/lib/http/paging";
import { replyAsStaff } from "@/lib/projects/requests/add-comment";
import { listStaffComments } from "@/lib/projects/requests/list-comments";
import { CreateComment, RequestParams, StaffComment } from "@/lib/projects/requests/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Comments on a request, oldest first, with those that wait and those hidden",
  permission: "can_view_projects",
  params: RequestParams,
  query: PageQuery,
  response: pageOf(StaffComment),
  handle: ({ scope, params, query }) => listStaffComments(scope, params.project_id, params.request_id, query),
});

export const POST = workspaceRoute({
  summary: "Reply to a request as staff",
  permission: "can_manage_projects",
  sees: "can_view_projects",
  params: RequestParams,
  body: CreateComment,
  response: StaffComment,
  status: 201,
  handle: ({ scope, params, body, now }) =>
    replyAsStaff(scope, params.project_id, params.request_id, body, now),
});
