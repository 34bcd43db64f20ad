import type { WorkspaceScope } from "@/lib/access/authorise";
import { descriptionOf, toStoredPermissions, withPermissions } from "@/lib/access/rules";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsNamed } from "@/lib/platform/loose-sql";
import type { CustomRole } from "@/lib/platform/rows";

type StoredRow = CustomRole & { _count: { members: number; invites: number } };
export type RoleRow = ReturnType<typeof withPermissions<StoredRow>>;

const rowOf = (row: StoredRow): RoleRow => ({ ...withPermissions(row), description: descriptionOf(row) });

/** With the workspace named, its members and open invites alone are counted and not those of all workspaces. */
function counted({ workspaceId }: WorkspaceScope, now: Date) {
  const invites = { where: { workspaceId, acceptedAt: null, expiresAt: { gt: now } } };
  return { _count: { select: { members: { where: { workspaceId } }, invites } } } as const;
}

/** A page of the workspace's roles, oldest first, which puts the built-in ones in front. */
export async function listRoleRows(
  scope: WorkspaceScope,
  search: string | undefined,
  { limit, after }: Slice,
  now: Date,
): Promise<RoleRow[]> {
  const rows = await db().customRole.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(search ? { id: { in: await idsNamed(search, Prisma.sql`custom_role`, scope.workspaceId) } } : {}),
      AND: beyond(after, "asc"),
    },
    include: counted(scope, now),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(rowOf);
}

/** One role of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findRole(
  tx: Db,
  scope: WorkspaceScope,
  roleId: string,
  now: Date,
): Promise<RoleRow | null> {
  const row = await tx.customRole.findFirst({
    where: { id: roleId, workspaceId: scope.workspaceId },
    include: counted(scope, now),
  });
  return row && rowOf(row);
}

/** How many roles the workspace has. */
export async function countRoles(tx: Db, scope: WorkspaceScope): Promise<number> {
  return tx.customRole.count({ where: { workspaceId: scope.workspaceId } });
}

/** Whether a slug is taken among the workspace's roles. */
export async function isRoleSlugTaken(tx: Db, scope: WorkspaceScope, slug: string): Promise<boolean> {
  return (await tx.customRole.count({ where: { workspaceId: scope.workspaceId, slug } })) > 0;
}

type NewRole = Pick<
  RoleRow,
  "name" | "slug" | "description" | "permissions" | "priority" | "basedOnTemplate"
>;

/** Creates a custom role. */
export async function insertRole(
  tx: Db,
  scope: WorkspaceScope,
  { permissions, ...role }: NewRole,
  now: Date,
): Promise<RoleRow> {
  const stored = toStoredPermissions({ ...role, isSystem: false }, permissions);
  const row = await tx.customRole.create({
    data: { ...role, ...stored, workspaceId: scope.workspaceId, createdAt: now },
    include: counted(scope, now),
  });
  return rowOf(row);
}

/** Changes a role of the scope's workspace. */
export async function updateRoleRow(
  tx: Db,
  scope: WorkspaceScope,
  role: RoleRow,
  { permissions, ...change }: Partial<Pick<RoleRow, "name" | "description" | "permissions" | "priority">>,
  now: Date,
): Promise<RoleRow> {
  const row = await tx.customRole.update({
    where: { id: role.id, workspaceId: scope.workspaceId },
    data: { ...change, ...(permissions ? toStoredPermissions(role, permissions) : {}) },
    include: counted(scope, now),
  });
  return rowOf(row);
}

/** Deletes a role with the invites to it that can no longer be accepted. */
export async function deleteRoleRow(tx: Db, scope: WorkspaceScope, roleId: string): Promise<void> {
  await tx.workspaceInvite.deleteMany({ where: { customRoleId: roleId, workspaceId: scope.workspaceId } });
  await tx.customRole.delete({ where: { id: roleId, workspaceId: scope.workspaceId } });
}
