import { removeProjectMember } from "@/lib/projects/remove-project-member";
import { ProjectMember, ProjectMemberParams, UpdateProjectMember } from "@/lib/projects/schema";
import { updateProjectMember } from "@/lib/projects/update-project-member";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Change someone's role in a project",
  permission: "can_manage_projects",
  params: ProjectMemberParams,
  body: UpdateProjectMember,
  response: ProjectMember,
  handle: ({ scope, params, body, now }) =>
    updateProjectMember(scope, params.project_id, params.developer_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Take someone out of a project",
  permission: "can_manage_projects",
  params: ProjectMemberParams,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => removeProjectMember(scope, params.project_id, params.developer_id, now),
});
