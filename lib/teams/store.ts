import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsNamed } from "@/lib/platform/loose-sql";

const WITH_COUNT = { _count: { select: { members: true } } } as const satisfies Prisma.TeamInclude;

export type TeamRow = Prisma.TeamGetPayload<{ include: typeof WITH_COUNT }>;

type Filters = { type: string | undefined; search: string | undefined };

/** A page of the workspace's teams, newest first. */
export async function listTeamRows(
  scope: WorkspaceScope,
  { type, search }: Filters,
  { limit, after }: Slice,
): Promise<TeamRow[]> {
  return db().team.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(type ? { type } : {}),
      ...(search ? { id: { in: await idsNamed(search, Prisma.sql`team`, scope.workspaceId) } } : {}),
      AND: beyond(after, "desc"),
    },
    include: WITH_COUNT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One team of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findTeam(tx: Db, scope: WorkspaceScope, teamId: string): Promise<TeamRow | null> {
  return tx.team.findFirst({
    where: { id: teamId, workspaceId: scope.workspaceId },
    include: WITH_COUNT,
  });
}

/** The same, its row locked until the transaction ends: changes of a team's members happen one after the other. */
export async function lockTeam(tx: Db, scope: WorkspaceScope, teamId: string): Promise<TeamRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM team WHERE id = ${teamId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
  return findTeam(tx, scope, teamId);
}

/**
 * Counts which of these are repositories of the scope's workspace. They are held until the transaction ends, so that none is
 * dropped, and taken out of all teams, while one more team takes it as a source.
 */
export async function holdRepositories(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  repositoryIds: string[],
): Promise<number> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM workspace_repository
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${repositoryIds}::uuid[]) ORDER BY id FOR KEY SHARE`;
  return held.length;
}

/** How many teams the workspace has. */
export async function countTeams(tx: Db, workspaceId: string): Promise<number> {
  return tx.team.count({ where: { workspaceId } });
}

type NewTeam = { name: string; slug: string; type: string; sourceRepositoryIds: string[] };

/** Creates a team in the scope's workspace. @throws on a slug that is taken */
export async function insertTeam(tx: Db, scope: WorkspaceScope, team: NewTeam, now: Date): Promise<TeamRow> {
  return tx.team.create({
    data: { ...team, workspaceId: scope.workspaceId, createdAt: now },
    include: WITH_COUNT,
  });
}

/** Changes a team of the scope's workspace. @throws on a slug that is taken */
export async function updateTeamRow(
  tx: Db,
  scope: WorkspaceScope,
  teamId: string,
  change: Partial<NewTeam>,
): Promise<TeamRow> {
  return tx.team.update({
    where: { id: teamId, workspaceId: scope.workspaceId },
    data: change,
    include: WITH_COUNT,
  });
}

/**
 * Takes a repository out of the sources of all teams of the scope's workspace. Their members stay as they are until the
 * next sync.
 */
export async function removeSource(tx: Db, scope: WorkspaceScope, repositoryId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE team SET source_repository_ids = source_repository_ids - ${repositoryId}::text
    WHERE workspace_id = ${scope.workspaceId}::uuid
      AND source_repository_ids @> to_jsonb(${repositoryId}::text)`;
}

/** Deletes a team of the scope's workspace with its memberships. */
export async function deleteTeamRow(tx: Db, scope: WorkspaceScope, teamId: string): Promise<void> {
  await tx.team.delete({ where: { id: teamId, workspaceId: scope.workspaceId } });
}

/** A team that follows commits, for the job that works without a caller; null once it is gone or of another type. */
export async function findFollowingTeam(
  tx: Db,
  teamId: string,
): Promise<{ id: string; workspaceId: string } | null> {
  return tx.team.findFirst({
    where: { id: teamId, type: "auto_sync", workspace: { isActive: true } },
    select: { id: true, workspaceId: true },
  });
}

/** Locks a team's row until the transaction ends. @returns whether it still follows commits */
export async function lockFollowingTeam(tx: Db, teamId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM team WHERE id = ${teamId}::uuid AND type = 'auto_sync' FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Ids of the teams that follow a repository. */
export async function listTeamsFollowing(repositoryId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM workspace_repository r
    JOIN team t ON t.workspace_id = r.workspace_id
    WHERE r.id = ${repositoryId}::uuid AND t.type = 'auto_sync'
      AND t.source_repository_ids @> to_jsonb(r.id::text)`;
  return rows.map(({ id }) => id);
}

/** Ids of the following teams that were not synced since a time, those that waited longest first. */
export async function listTeamsSyncedBefore(before: Date, limit: number): Promise<string[]> {
  const rows = await db().team.findMany({
    where: {
      type: "auto_sync",
      workspace: { isActive: true },
      OR: [{ syncedAt: null }, { syncedAt: { lt: before } }],
    },
    select: { id: true },
    orderBy: { syncedAt: { sort: "asc", nulls: "first" } },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

export type SyncCounts = { added: number; removed: number; unchanged: number };

/**
 * Makes the members of a team those active members of its workspace who authored commits in its source repositories
 * between two times, in one statement. Members put in by hand are left alone. The caller
 * holds the team's row and the workspace's access. Which repositories count is decided by the workspace they belong to,
 * so an id that slipped in from elsewhere gives nothing.
 */
export async function replaceSyncedMembers(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  teamId: string,
  since: Date,
  now: Date,
): Promise<SyncCounts> {
  const [counts] = await tx.$queryRaw<SyncCounts[]>`
    WITH synced AS (
      UPDATE team SET synced_at = ${now}::timestamptz 
      WHERE id = ${teamId}::uuid AND workspace_id = ${workspaceId}::uuid
      RETURNING id, workspace_id, type, source_repository_ids
    ), author AS (
      SELECT DISTINCT t.id AS team_id, t.workspace_id, t.type, c.developer_id
      FROM synced t
      JOIN workspace_repository r
        ON r.workspace_id = t.workspace_id AND t.source_repository_ids @> to_jsonb(r.id::text)
      JOIN repository_commit c
        ON c.repository_id = r.id AND c.committed_at BETWEEN ${since}::timestamptz AND ${now}::timestamptz
    ), contributor AS (
      SELECT a.team_id, a.type, a.developer_id
      FROM author a
      JOIN workspace_member m USING (workspace_id, developer_id)
      JOIN developer d ON d.id = a.developer_id
      WHERE m.status = 'active' AND d.is_active
    ), removed AS (
      DELETE FROM team_member m USING synced t
      WHERE m.team_id = t.id AND m.source <> 'manual'
        AND m.developer_id NOT IN (SELECT developer_id FROM contributor)
      RETURNING 1
    ), added AS (
      INSERT INTO team_member (team_id, developer_id, role, source, joined_at)
      SELECT team_id, developer_id, 'member', CASE type WHEN 'auto_sync' THEN type ELSE 'repo_contributor' END,
             ${now}::timestamptz
      FROM contributor
      ON CONFLICT (team_id, developer_id) DO NOTHING
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM added)::int AS added,
           (SELECT count(*) FROM removed)::int AS removed,
           -- Every part of a statement sees the rows as they were before it.
           ((SELECT count(*) FROM team_member WHERE team_id = t.id) - (SELECT count(*) FROM removed))::int AS unchanged
    FROM synced t`;
  return counts ?? { added: 0, removed: 0, unchanged: 0 };
}
