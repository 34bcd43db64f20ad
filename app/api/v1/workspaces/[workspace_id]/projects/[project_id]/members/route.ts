import { PageQuery } from "@/lib/http/paging";
import { addProjectMember } from "@/lib/projects/add-project-member";
import { listProjectMembers } from "@/lib/projects/list-project-members";
import { AddProjectMember, ProjectMember, ProjectParams } from "@/lib/projects/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Members of a project, longest-standing first",
  permission: "can_view_projects",
  params: ProjectParams,
  query: PageQuery,
  response: pageOf(ProjectMember),
  errors: ["not_found"],
  handle: ({ scope, params, query }) => listProjectMembers(scope, params.project_id, query),
});

export const POST = workspaceRoute({
  summary: "Add a member of the workspace to a project, or change their role in it",
  permission: "can_manage_projects",
  params: ProjectParams,
  body: AddProjectMember,
  response: ProjectMember,
  status: 201,
  errors: ["not_found"],
  handle: ({ scope, params, body, now }) => addProjectMember(scope, params.project_id, body, now),
});
