import { createProject } from "@/lib/projects/create-project";
import { listProjects } from "@/lib/projects/list-projects";
import { CreateProject, Project, ProjectQuery } from "@/lib/projects/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Create a project and lead it",
  permission: "can_create_projects",
  body: CreateProject,
  response: Project,
  status: 201,
  errors: ["conflict", "payment_required"],
  handle: ({ scope, body, now }) => createProject(scope, body, now),
});

export const GET = workspaceRoute({
  summary: "Projects of a workspace, newest first",
  permission: "can_view_projects",
  query: ProjectQuery,
  response: pageOf(Project),
  handle: ({ scope, query }) => listProjects(scope, query),
});
