import type { Role } from "@/lib/access/roles/schema";
import type { RoleRow } from "@/lib/access/roles/store";
import { Permission, Template } from "@/lib/access/schema";

/** A role with its permissions in the order of the catalog. */
export function presentRole(row: RoleRow): Role {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    slug: row.slug,
    description: row.description,
    permissions: Permission.options.filter((slug) => row.permissions.includes(slug)),
    priority: row.priority,
    based_on_template: Template.nullable().catch(null).parse(row.basedOnTemplate),
    is_system: row.isSystem,
    member_count: row._count.members,
    invite_count: row._count.invites,
    created_at: row.createdAt.toISOString(),
  };
}
