import type { WorkspaceScope } from "@/lib/access/authorise";
import { withPermissions } from "@/lib/access/rules";
import { beyond, type Slice } from "@/lib/http/paging";
import { allOf } from "@/lib/platform/all-of";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsHolding } from "@/lib/platform/loose-sql";

const WITH_PERSON_AND_ROLE = {
  developer: { select: { name: true, email: true, avatarUrl: true } },
  customRole: {
    select: {
      name: true,
      slug: true,
      storedPermissions: true,
      templatePermissions: true,
      basedOnTemplate: true,
      isSystem: true,
      priority: true,
    },
  },
} as const satisfies Prisma.WorkspaceMemberInclude;

export type MemberRow = Prisma.WorkspaceMemberGetPayload<{ include: typeof WITH_PERSON_AND_ROLE }>;

/** Who owns the workspace, as `isOwner()` decides it. */
export const OWNS = {
  OR: [{ customRole: { isSystem: true, basedOnTemplate: "owner" } }, { customRoleId: null, role: "owner" }],
} satisfies Prisma.WorkspaceMemberWhereInput;

type Filters = {
  search: string | undefined;
  status: string | undefined;
  roleId: string | undefined;
  ownersOnly: boolean;
};

/** A page of the workspace's members, longest first. */
export async function listMemberRows(
  scope: WorkspaceScope,
  { search, status, roleId, ownersOnly }: Filters,
  { limit, after }: Slice,
): Promise<MemberRow[]> {
  return db().workspaceMember.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(status ? { status } : {}),
      ...(roleId ? { customRoleId: roleId } : {}),
      AND: [
        ownersOnly ? OWNS : {},
        search
          ? {
              developerId: {
                in: await idsHolding(
                  search,
                  [Prisma.sql`x.name`, Prisma.sql`x.email`],
                  Prisma.sql`developer x JOIN workspace_member m ON m.developer_id = x.id
                    WHERE m.workspace_id = ${scope.workspaceId}::uuid`,
                ),
              },
            }
          : {},
        beyond(after, "asc", ["joinedAt", "developerId"]),
      ],
    },
    include: WITH_PERSON_AND_ROLE,
    orderBy: [{ joinedAt: "asc" }, { developerId: "asc" }],
    take: limit,
  });
}

/** One member of the scope's workspace; null for anyone else. */
export async function findMember(
  tx: Db,
  scope: WorkspaceScope,
  developerId: string,
): Promise<MemberRow | null> {
  return tx.workspaceMember.findUnique({
    where: { workspaceId_developerId: { workspaceId: scope.workspaceId, developerId } },
    include: WITH_PERSON_AND_ROLE,
  });
}

/** A role of the scope's workspace as the decision reads it; null for an unknown one. */
export async function findAssignableRole(tx: Db, scope: WorkspaceScope, roleId: string) {
  const row = await tx.customRole.findFirst({
    where: { id: roleId, workspaceId: scope.workspaceId },
    select: { ...WITH_PERSON_AND_ROLE.customRole.select, id: true },
  });
  return row && withPermissions(row);
}

/** Whether the workspace has an active owner beside a member. To be asked under the access lock. */
export async function hasOtherOwner(tx: Db, scope: WorkspaceScope, developerId: string): Promise<boolean> {
  const found = await tx.workspaceMember.findFirst({
    where: {
      workspaceId: scope.workspaceId,
      developerId: { not: developerId },
      status: "active",
      developer: { isActive: true },
      ...OWNS,
    },
    select: { developerId: true },
  });
  return found !== null;
}

/** Changes a member of the scope's workspace. */
export async function updateMemberRow(
  tx: Db,
  scope: WorkspaceScope,
  developerId: string,
  change: Prisma.WorkspaceMemberUncheckedUpdateInput,
): Promise<MemberRow> {
  return tx.workspaceMember.update({
    where: { workspaceId_developerId: { workspaceId: scope.workspaceId, developerId } },
    data: change,
    include: WITH_PERSON_AND_ROLE,
  });
}

/** Adds a member with a role; whoever is there already stays as they are. @returns whether they are new */
export async function insertMember(
  tx: Db,
  member: { workspaceId: string; developerId: string; role: string; customRoleId: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.workspaceMember.createMany({
    data: { ...member, joinedAt: now },
    skipDuplicates: true,
  });
  return count > 0;
}

/** Lets somebody who comes in take part in all public pages of the workspace: members can't be blocked. */
export async function liftBlocksOf(tx: Db, workspaceId: string, developerId: string): Promise<void> {
  await tx.projectBlock.deleteMany({ where: { developerId, project: { workspaceId } } });
}

/** Withdraws the invites that a member sent and nobody accepted. */
export async function withdrawInvitesOf(tx: Db, scope: WorkspaceScope, developerId: string): Promise<void> {
  await tx.workspaceInvite.deleteMany({
    where: { workspaceId: scope.workspaceId, invitedById: developerId, acceptedAt: null },
  });
}

/**
 * Takes a member out of the scope's workspace, with all that hangs on the membership: places in projects and teams,
 * open tasks, and invites that they sent. Adopted repositories stay and can be reclaimed.
 */
export async function deleteMember(tx: Db, scope: WorkspaceScope, developerId: string): Promise<void> {
  const { workspaceId } = scope;
  await tx.projectMember.deleteMany({ where: { developerId, project: { workspaceId } } });
  await tx.teamMember.deleteMany({ where: { developerId, team: { workspaceId } } });
  await tx.task.updateMany({
    where: { workspaceId, assigneeId: developerId, status: { notIn: ["done", "cancelled"] } },
    data: { assigneeId: null },
  });
  await tx.crmTask.updateMany({
    where: { workspaceId, assigneeId: developerId, isDone: false },
    data: { assigneeId: null },
  });
  await withdrawInvitesOf(tx, scope, developerId);
  await tx.workspaceMember.delete({ where: { workspaceId_developerId: { workspaceId, developerId } } });
}

/** What hangs on a membership, counted. */
export async function findDependents(scope: WorkspaceScope, developerId: string, now: Date) {
  const { workspaceId } = scope;
  // What runs or stands open in their name.
  const theirs = { workspaceId, OR: [{ ownerId: developerId }, { ownerId: null, createdById: developerId }] };
  const named = { select: { id: true, name: true }, orderBy: { createdAt: "asc" } } as const;
  return allOf({
    apiTokens: db().apiToken.count({
      where: {
        developerId,
        isActive: true,
        AND: [
          { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
          { OR: [{ workspaceId: null }, { workspaceId }] },
        ],
      },
    }),
    repositories: db().workspaceRepository.findMany({
      where: { workspaceId, adoptedByDeveloperId: developerId },
      select: { id: true, fullName: true },
      orderBy: { fullName: "asc" },
    }),
    devices: db().trackerDevice.count({
      where: { developerId, unenrolledAt: null, project: { workspaceId } },
    }),
    projects: db().projectMember.count({ where: { developerId, project: { workspaceId } } }),
    teams: db().teamMember.count({ where: { developerId, team: { workspaceId } } }),
    tasks: db().task.count({
      where: { workspaceId, assigneeId: developerId, status: { notIn: ["done", "cancelled"] } },
    }),
    crmTasks: db().crmTask.count({ where: { workspaceId, assigneeId: developerId, isDone: false } }),
    openInvites: db().workspaceInvite.count({
      where: { workspaceId, invitedById: developerId, acceptedAt: null, expiresAt: { gt: now } },
    }),
    webhooks: db().webhook.findMany({
      where: { ...theirs, deletedAt: null },
      select: { id: true, name: true, url: true },
      orderBy: { createdAt: "asc" },
    }),
    automations: db().automation.findMany({ where: { ...theirs, isActive: true }, ...named }),
    sequences: db().sequence.findMany({
      where: { ...theirs, steps: { array_contains: [{ type: "http_request" }] } },
      ...named,
    }),
    shareLinks: db().shareLink.findMany({
      where: {
        OR: theirs.OR,
        revokedAt: null,
        AND: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        table: { workspaceId, deletedAt: null },
      },
      select: { id: true, name: true, table: { select: { name: true } } },
      orderBy: { createdAt: "asc" },
    }),
  });
}

/**
 * Active members of a workspace whose name stands somewhere in a text behind an `@`, in any case, and those whose name
 * has letters beyond ASCII's, whether it does or not: `mentionedNames` tells.
 */
export async function listNamedIn(
  tx: Db,
  workspaceId: string,
  text: string,
): Promise<{ id: string; name: string }[]> {
  return tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT d.id::text, d.name FROM workspace_member m JOIN developer d ON d.id = m.developer_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.status = 'active' AND d.is_active AND d.name <> ''
      -- The database's locale may know the case of ASCII's letters alone, and it takes composed letters for others.
      AND (octet_length(d.name) <> char_length(d.name) OR strpos(lower(${text}), '@' || lower(d.name)) > 0)
    ORDER BY d.id`;
}
