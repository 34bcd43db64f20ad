import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { createProject } from "@/lib/projects/create-project";
import { listProjects } from "@/lib/projects/list-projects";
import { CreateProject, Project, ProjectQuery } from "@/lib/projects/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const POST = workspaceRoute({
  summary: "Create a project and lead it",
  permission: "can_create_projects",
  params: WorkspaceParams,
  body: CreateProject,
  response: Project,
  status: 201,
  errors: ["conflict", "payment_required"],
  handle: ({ scope, body, now }) => createProject(scope, body, now),
});

export const GET = workspaceRoute({
  summary: "Projects of a workspace, newest first",
  permission: "can_view_projects",
  params: WorkspaceParams,
  query: ProjectQuery,
  response: pageOf(Project),
  handle: ({ scope, query }) => listProjects(scope, query),
});
