import { duplicateRole } from "@/lib/access/roles/duplicate-role";
import { DuplicateRole, Role, RoleParams } from "@/lib/access/roles/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Copy a role into a custom one",
  permission: "can_manage_roles",
  params: RoleParams,
  body: DuplicateRole,
  response: Role,
  status: 201,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, now }) => duplicateRole(scope, params.role_id, body, now),
});
