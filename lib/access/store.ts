import type { PermissionSlug } from "@/lib/access/catalog";
import { grantOf, type Membership, permissionsOfTemplate, withPermissions } from "@/lib/access/rules";
import { type Db, db, Prisma } from "@/lib/platform/database";

type MembershipRow = {
  workspace_is_active: boolean;
  status: string;
  role: string;
  permission_overrides: Record<string, boolean>;
  app_permissions: Record<string, boolean>;
  custom_role_id: string | null;
  permissions: string[] | null;
  template_permissions: string[] | null;
  based_on_template: string | null;
  is_system: boolean | null;
  priority: number | null;
};

/** Unchanged built-in roles are read without their permissions, which come from their template. */
const MEMBERSHIP_COLUMNS = Prisma.sql`w.is_active AS workspace_is_active, m.status, m.role, m.permission_overrides,
  m.app_permissions, m.custom_role_id::text, r.based_on_template, r.is_system, r.priority,
  CASE WHEN NOT r.is_system OR r.permissions <> r.template_permissions THEN r.permissions END AS permissions,
  CASE WHEN r.is_system AND r.permissions <> r.template_permissions THEN r.template_permissions
    END AS template_permissions`;

function roleOf(row: MembershipRow): Membership["customRole"] {
  if (row.custom_role_id === null) return null;
  const role = {
    basedOnTemplate: row.based_on_template,
    isSystem: row.is_system ?? false,
    priority: row.priority ?? 0,
  };
  if (row.permissions === null) return { ...role, permissions: permissionsOfTemplate(role.basedOnTemplate) };
  const { permissions: storedPermissions, template_permissions: templatePermissions } = row;
  return withPermissions({ ...role, storedPermissions, templatePermissions: templatePermissions ?? [] });
}

function toMembership(row: MembershipRow): Membership {
  return {
    workspaceIsActive: row.workspace_is_active,
    status: row.status,
    role: row.role,
    permissionOverrides: row.permission_overrides,
    appPermissions: row.app_permissions,
    customRole: roleOf(row),
  };
}

/** A developer's membership in a workspace with its role, in one query; null when there is none. */
export async function findMembership(
  workspaceId: string,
  developerId: string,
  tx: Db = db(),
): Promise<Membership | null> {
  const [row] = await tx.$queryRaw<MembershipRow[]>`
    SELECT ${MEMBERSHIP_COLUMNS}
    FROM workspace_member m
    JOIN workspace w ON w.id = m.workspace_id
    LEFT JOIN custom_role r ON r.id = m.custom_role_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.developer_id = ${developerId}::uuid`;
  return row ? toMembership(row) : null;
}

/** The memberships of developers in workspaces, by their places, in one query; null where there is none. */
export async function findMemberships(
  wanted: readonly { workspaceId: string; developerId: string }[],
): Promise<(Membership | null)[]> {
  const rows = await db().$queryRaw<(MembershipRow & { nth: number })[]>`
    SELECT wanted.nth::int AS nth, ${MEMBERSHIP_COLUMNS}
    FROM unnest(${wanted.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${wanted.map(({ developerId }) => developerId)}::uuid[]) WITH ORDINALITY AS wanted (workspace_id, developer_id, nth)
    JOIN workspace_member m ON m.workspace_id = wanted.workspace_id AND m.developer_id = wanted.developer_id
    JOIN workspace w ON w.id = m.workspace_id
    LEFT JOIN custom_role r ON r.id = m.custom_role_id`;
  const found = new Map(rows.map((row) => [row.nth, toMembership(row)]));
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}

/** All active members of a workspace with their memberships, in one query; `id` is the developer's. */
export async function listMemberships(
  tx: Db,
  workspaceId: string,
): Promise<{ id: string; membership: Membership }[]> {
  const rows = await tx.$queryRaw<(MembershipRow & { developer_id: string })[]>`
    SELECT m.developer_id::text, ${MEMBERSHIP_COLUMNS}
    FROM workspace_member m
    JOIN workspace w ON w.id = m.workspace_id
    LEFT JOIN custom_role r ON r.id = m.custom_role_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.status = 'active'`;
  return rows.map((row) => ({ id: row.developer_id, membership: toMembership(row) }));
}

/**
 * An SQL expression for which of some permissions a member has now, as `text[]`: `decide`, evaluated inside the
 * statement that needs it. Deactivated developers and people who are not active members have none.
 */
export function permissionsSql(
  workspaceId: Prisma.Sql,
  developerId: Prisma.Sql,
  slugs: readonly PermissionSlug[],
): Prisma.Sql {
  const grants = JSON.stringify(slugs.map(grantOf));
  return Prisma.sql`member_permissions(${workspaceId}, ${developerId}, ${grants}::jsonb)`;
}

/** Those of some permissions that developers have in a workspace, by developer, in one query. */
export async function findPermissions(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  slugs: readonly PermissionSlug[],
): Promise<Map<string, { name: string; permissions: ReadonlySet<PermissionSlug> }>> {
  if (developerIds.length === 0) return new Map();
  const has = permissionsSql(Prisma.sql`${workspaceId}::uuid`, Prisma.sql`d.id`, slugs);
  const rows = await tx.$queryRaw<{ id: string; name: string; permissions: PermissionSlug[] }[]>`
    SELECT d.id::text, d.name, ${has} AS permissions
    FROM developer d WHERE d.id = ANY (${[...developerIds]}::uuid[])`;
  return new Map(rows.map(({ id, name, permissions }) => [id, { name, permissions: new Set(permissions) }]));
}

/**
 * Makes changes of access rights in a workspace take turns: locks the workspace's row until the transaction ends, so
 * that what a guard checked still holds when the change is written. Nearly all other locks come after it ("Lock order"
 * in lib/README.md).
 */
export async function lockAccess(tx: Db, workspaceId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Delays changes of access rights in a workspace until the transaction ends, without blocking others who do the same:
 * whoever is found to be a member stays one.
 */
export async function lockAccessShared(tx: Db, workspaceId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR SHARE`;
}

/**
 * Whether a developer is an active member of a workspace, and so may be assigned something in it. They stay one until
 * the transaction ends, so that nothing is assigned to somebody who is being removed at the same time.
 */
export async function isActiveMember(tx: Db, workspaceId: string, developerId: string): Promise<boolean> {
  await lockAccessShared(tx, workspaceId);
  const where = { workspaceId, developerId, status: "active", developer: { isActive: true } };
  return (await tx.workspaceMember.count({ where })) > 0;
}

/** Those of some people who are no members of a workspace any more; suspended ones are. */
export async function listLeavers(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (developerIds.length === 0) return new Set();
  const where = { workspaceId, developerId: { in: [...developerIds] } };
  const rows = await tx.workspaceMember.findMany({ where, select: { developerId: true } });
  const members = new Set(rows.map(({ developerId }) => developerId));
  return new Set(developerIds.filter((id) => !members.has(id)));
}

/**
 * Active workspaces with other members in which a developer is the only active owner. The workspaces' rows are locked
 * until the transaction ends, so that two owners can't both leave, each believing that the other stays.
 */
export async function listWorkspacesOwnedAlone(
  tx: Db,
  developerId: string,
): Promise<{ id: string; name: string }[]> {
  await tx.$queryRaw`
    SELECT 1 FROM workspace w JOIN workspace_member m ON m.workspace_id = w.id
    WHERE m.developer_id = ${developerId}::uuid ORDER BY w.id FOR NO KEY UPDATE OF w`;
  return tx.$queryRaw<{ id: string; name: string }[]>`
    WITH participant AS (
      SELECT m.workspace_id, m.developer_id,
             CASE WHEN r.id IS NULL THEN m.role = 'owner'
                  ELSE r.is_system AND r.based_on_template = 'owner' END AS is_owner
      FROM workspace_member m
      JOIN developer d ON d.id = m.developer_id AND d.is_active
      LEFT JOIN custom_role r ON r.id = m.custom_role_id
      WHERE m.status = 'active'
        AND m.workspace_id IN (SELECT workspace_id FROM workspace_member WHERE developer_id = ${developerId}::uuid)
    )
    SELECT w.id::text, w.name FROM workspace w JOIN participant p ON p.workspace_id = w.id
    WHERE w.is_active
    GROUP BY w.id
    HAVING count(*) > 1 AND bool_or(p.is_owner AND p.developer_id = ${developerId}::uuid)
      AND count(*) FILTER (WHERE p.is_owner) = 1
    ORDER BY w.name`;
}

/**
 * Switches off the active workspaces that nobody could enter any more without a developer. The caller has locked them
 * (`listWorkspacesOwnedAlone`).
 * @returns their ids
 */
export async function switchOffDeserted(tx: Db, developerId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE workspace w SET is_active = false
    FROM workspace_member own
    WHERE own.workspace_id = w.id AND own.developer_id = ${developerId}::uuid AND w.is_active AND NOT EXISTS (
      SELECT 1 FROM workspace_member m JOIN developer d ON d.id = m.developer_id AND d.is_active
      WHERE m.workspace_id = w.id AND m.status = 'active' AND m.developer_id <> ${developerId}::uuid)
    RETURNING w.id::text`;
  return rows.map(({ id }) => id);
}
