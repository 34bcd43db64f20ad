import { getProject } from "@/lib/projects/get-project";
import { Project, ProjectParams, StaleProject, UpdateProject } from "@/lib/projects/schema";
import { updateProject } from "@/lib/projects/update-project";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One project",
  permission: "can_view_projects",
  params: ProjectParams,
  response: Project,
  errors: ["not_found"],
  handle: ({ scope, params }) => getProject(scope, params.project_id),
});

export const PATCH = workspaceRoute({
  summary: "Change a project, archive it or bring it back",
  permission: "can_manage_projects",
  params: ProjectParams,
  body: UpdateProject,
  response: Project,
  errors: ["conflict", "payment_required"],
  errorFields: { conflict: StaleProject },
  handle: ({ scope, params, body, now }) => updateProject(scope, params.project_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Archive a project; nothing of it is lost",
  permission: "can_manage_projects",
  params: ProjectParams,
  handle: async ({ scope, params, now }) => {
    await updateProject(scope, params.project_id, { is_active: false }, now);
  },
});
