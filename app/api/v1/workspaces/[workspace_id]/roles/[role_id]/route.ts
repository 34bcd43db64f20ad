import { deleteRole } from "@/lib/access/roles/delete-role";
import { getRole } from "@/lib/access/roles/get-role";
import { Role, RoleParams, UpdateRole } from "@/lib/access/roles/schema";
import { updateRole } from "@/lib/access/roles/update-role";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One role",
  permission: "can_view_roles",
  params: RoleParams,
  response: Role,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => getRole(scope, params.role_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Change a role",
  permission: "can_manage_roles",
  params: RoleParams,
  body: UpdateRole,
  response: Role,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, now }) => updateRole(scope, params.role_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a role that nobody has and no open invite gives",
  permission: "can_manage_roles",
  params: RoleParams,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => deleteRole(scope, params.role_id, now),
});
