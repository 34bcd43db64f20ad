import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, type Prisma } from "@/lib/platform/database";

const WITH_PERSON = {
  developer: { select: { name: true, email: true, avatarUrl: true } },
} as const satisfies Prisma.TeamMemberInclude;

export type TeamMemberRow = Prisma.TeamMemberGetPayload<{ include: typeof WITH_PERSON }>;

/** A page of a team's members, longest first. */
export async function listTeamMemberRows(
  scope: WorkspaceScope,
  teamId: string,
  { limit, after }: Slice,
): Promise<TeamMemberRow[]> {
  return db().teamMember.findMany({
    where: {
      teamId,
      team: { workspaceId: scope.workspaceId },
      AND: beyond(after, "asc", ["joinedAt", "developerId"]),
    },
    include: WITH_PERSON,
    orderBy: [{ joinedAt: "asc" }, { developerId: "asc" }],
    take: limit,
  });
}

/** One member of a team of the scope's workspace; null for anyone else. */
export async function findTeamMember(
  tx: Db,
  scope: WorkspaceScope,
  teamId: string,
  developerId: string,
): Promise<TeamMemberRow | null> {
  return tx.teamMember.findFirst({
    where: { teamId, developerId, team: { workspaceId: scope.workspaceId } },
    include: WITH_PERSON,
  });
}

/**
 * Adds someone to a team by hand, whether they are new or were added by a sync, which then leaves them alone. The
 * caller has checked that the team is the scope's.
 * @param role undefined keeps the role of someone who has one
 */
export async function upsertTeamMember(
  tx: Db,
  team: { id: string },
  developerId: string,
  role: string | undefined,
  now: Date,
): Promise<TeamMemberRow> {
  return tx.teamMember.upsert({
    where: { teamId_developerId: { teamId: team.id, developerId } },
    create: { teamId: team.id, developerId, role: role ?? "member", source: "manual", joinedAt: now },
    update: { ...(role === undefined ? {} : { role }), source: "manual" },
    include: WITH_PERSON,
  });
}

/** Changes the role of a member whom `findTeamMember` found. */
export async function updateTeamMemberRow(
  tx: Db,
  { teamId, developerId }: TeamMemberRow,
  role: string,
): Promise<TeamMemberRow> {
  return tx.teamMember.update({
    where: { teamId_developerId: { teamId, developerId } },
    data: { role },
    include: WITH_PERSON,
  });
}

/** Takes a member whom `findTeamMember` found out of their team. */
export async function deleteTeamMemberRow(tx: Db, { teamId, developerId }: TeamMemberRow): Promise<void> {
  await tx.teamMember.delete({ where: { teamId_developerId: { teamId, developerId } } });
}
