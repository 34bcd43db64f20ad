import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, equalling, type Prisma } from "@/lib/platform/database";

const WITH_ROLE_AND_INVITER = {
  customRole: {
    select: {
      name: true,
      storedPermissions: true,
      templatePermissions: true,
      basedOnTemplate: true,
      isSystem: true,
      priority: true,
    },
  },
  invitedBy: { select: { name: true, isActive: true } },
} as const satisfies Prisma.WorkspaceInviteInclude;

export type InviteRow = Prisma.WorkspaceInviteGetPayload<{ include: typeof WITH_ROLE_AND_INVITER }>;

function having(status: "open" | "expired" | "accepted", now: Date): Prisma.WorkspaceInviteWhereInput {
  if (status === "accepted") return { acceptedAt: { not: null } };
  return { acceptedAt: null, expiresAt: status === "open" ? { gt: now } : { lte: now } };
}

/** A page of the workspace's invites, newest first. */
export async function listInviteRows(
  scope: WorkspaceScope,
  status: "open" | "expired" | "accepted" | undefined,
  { limit, after }: Slice,
  now: Date,
): Promise<InviteRow[]> {
  return db().workspaceInvite.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(status ? having(status, now) : {}),
      AND: beyond(after, "desc"),
    },
    include: WITH_ROLE_AND_INVITER,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One invite of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findInvite(tx: Db, scope: WorkspaceScope, inviteId: string): Promise<InviteRow | null> {
  return tx.workspaceInvite.findFirst({
    where: { id: inviteId, workspaceId: scope.workspaceId },
    include: WITH_ROLE_AND_INVITER,
  });
}

/** What is known of an address in the scope's workspace: whether its owner is in, and whether an invite is open. */
export async function findInvitee(
  tx: Db,
  scope: WorkspaceScope,
  email: string,
  now: Date,
): Promise<{ isMember: boolean; isInvited: boolean }> {
  const { workspaceId } = scope;
  const members = await tx.workspaceMember.count({
    where: { workspaceId, developer: { email: equalling(email), emailVerified: true } },
  });
  const invites = await tx.workspaceInvite.count({
    where: { workspaceId, email, acceptedAt: null, expiresAt: { gt: now } },
  });
  return { isMember: members > 0, isInvited: invites > 0 };
}

/** How many invites of the scope's workspace may still be accepted. */
export async function countOpenInvites(tx: Db, scope: WorkspaceScope, now: Date): Promise<number> {
  return tx.workspaceInvite.count({
    where: { workspaceId: scope.workspaceId, acceptedAt: null, expiresAt: { gt: now } },
  });
}

/** The invites of an address to workspaces that are active, one at most of each. */
export async function listOpenInvitesTo(tx: Db, email: string, now: Date): Promise<InviteRow[]> {
  const where = { email, acceptedAt: null, expiresAt: { gt: now }, workspace: { isActive: true } };
  return tx.workspaceInvite.findMany({ where, include: WITH_ROLE_AND_INVITER });
}

type NewInvite = { email: string; customRoleId: string; tokenHash: string; expiresAt: Date };

/** Creates an invite by the scope's actor. */
export async function insertInvite(
  tx: Db,
  scope: WorkspaceScope,
  row: NewInvite,
  now: Date,
): Promise<InviteRow> {
  return tx.workspaceInvite.create({
    data: { ...row, workspaceId: scope.workspaceId, invitedById: scope.actor.developerId, createdAt: now },
    include: WITH_ROLE_AND_INVITER,
  });
}

/** Gives an invite of the scope's workspace a new token and time, by which its earlier link ends. */
export async function renewInviteRow(
  tx: Db,
  scope: WorkspaceScope,
  inviteId: string,
  change: { tokenHash: string; expiresAt: Date },
): Promise<InviteRow> {
  return tx.workspaceInvite.update({
    where: { id: inviteId, workspaceId: scope.workspaceId },
    data: { ...change, invitedById: scope.actor.developerId },
    include: WITH_ROLE_AND_INVITER,
  });
}

/** Notes that mail went out. */
export async function markInviteSent(inviteId: string, now: Date): Promise<void> {
  await db().workspaceInvite.updateMany({ where: { id: inviteId }, data: { sentAt: now } });
}

/** Deletes an invite of the scope's workspace. */
export async function deleteInviteRow(tx: Db, scope: WorkspaceScope, inviteId: string): Promise<void> {
  await tx.workspaceInvite.delete({ where: { id: inviteId, workspaceId: scope.workspaceId } });
}

/** An invite by the hash of its token, with its workspace: the token is what proves the right to see it. */
export async function findInviteByToken(tx: Db, tokenHash: string) {
  return tx.workspaceInvite.findUnique({
    where: { tokenHash },
    include: {
      ...WITH_ROLE_AND_INVITER,
      workspace: { select: { id: true, name: true, slug: true, isActive: true } },
    },
  });
}

/** Uses up an invite. @returns whether it still could be: of two who try at once, one */
export async function consumeInvite(
  tx: Db,
  inviteId: string,
  developerId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.workspaceInvite.updateMany({
    where: { id: inviteId, acceptedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now, acceptedById: developerId },
  });
  return count > 0;
}
