import type { z } from "zod";
import { TEMPLATES } from "@/lib/access/catalog";
import { isOwner, type Membership, priorityOf, withPermissions } from "@/lib/access/rules";
import { AppPermissions, PermissionOverrides } from "@/lib/access/schema";
import { Member } from "@/lib/workspaces/members/schema";
import type { MemberRow } from "@/lib/workspaces/members/store";

/** A member's row as the decision reads it, in a workspace that is active. */
export function toMembership(row: MemberRow): Membership {
  return {
    workspaceIsActive: true,
    status: row.status,
    role: row.role,
    customRole: row.customRole && withPermissions(row.customRole),
    permissionOverrides: row.permissionOverrides as Record<string, boolean>,
    appPermissions: row.appPermissions as Record<string, boolean>,
  };
}

/** Keeps what a schema of toggles knows, and drops what an older version wrote. */
function known<S extends z.ZodRecord>(schema: S, stored: unknown): z.output<S> {
  const entries = Object.entries(stored as object).filter(
    ([key, value]) => schema.safeParse({ [key]: value }).success,
  );
  return schema.parse(Object.fromEntries(entries));
}

/** A member with the person behind them and the role that counts. */
export function presentMember(row: MemberRow): Member {
  const membership = toMembership(row);
  const template = TEMPLATES.find((each) => each.slug === row.role);
  return {
    developer_id: row.developerId,
    workspace_id: row.workspaceId,
    name: row.developer.name,
    email: row.developer.email,
    avatar_url: row.developer.avatarUrl,
    role: row.role,
    custom_role_id: row.customRoleId,
    role_name: row.customRole?.name ?? template?.name ?? row.role,
    priority: priorityOf(membership),
    is_owner: isOwner(membership),
    permission_overrides: known(PermissionOverrides, row.permissionOverrides),
    app_permissions: known(AppPermissions, row.appPermissions),
    status: Member.shape.status.parse(row.status),
    joined_at: row.joinedAt.toISOString(),
  };
}
