import { createRole } from "@/lib/access/roles/create-role";
import { listRoles } from "@/lib/access/roles/list-roles";
import { CreateRole, Role, RoleQuery } from "@/lib/access/roles/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Roles of a workspace, built-in ones first",
  permission: "can_view_roles",
  query: RoleQuery,
  response: pageOf(Role),
  handle: ({ scope, query, now }) => listRoles(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Create a role",
  permission: "can_manage_roles",
  body: CreateRole,
  response: Role,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createRole(scope, body, now),
});
