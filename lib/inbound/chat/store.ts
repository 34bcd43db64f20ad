import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type { ChatTeam } from "@/lib/platform/rows";

/** The workspace that a chat team is connected to. */
export function teamAudience(teamId: string): Prisma.Sql {
  return Prisma.sql`SELECT workspace_id FROM chat_team WHERE id = ${teamId}`;
}

/** The active workspace that a chat team is connected to; null for a team that nobody connected. */
export async function findTeamWorkspace(tx: Db, teamId: string): Promise<string | null> {
  const found = await tx.chatTeam.findFirst({
    where: { id: teamId, workspace: { isActive: true } },
    select: { workspaceId: true },
  });
  return found?.workspaceId ?? null;
}

/**
 * Connects a team to an active workspace, unless it is connected to one already. One that is switched off hears nothing
 * and can't let go of it. @returns whether it was
 */
export async function insertTeam(
  tx: Db,
  workspaceId: string,
  team: Pick<ChatTeam, "id" | "name">,
  now: Date,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO chat_team AS t (id, workspace_id, name, connected_at)
    SELECT ${team.id}, id, ${team.name}, ${now}::timestamptz FROM workspace
    WHERE id = ${workspaceId}::uuid AND is_active
    ON CONFLICT (id) DO UPDATE SET workspace_id = excluded.workspace_id, name = excluded.name,
      connected_at = excluded.connected_at
    WHERE NOT EXISTS (SELECT FROM workspace w WHERE w.id = t.workspace_id AND w.is_active)`;
  return count === 1;
}

/** The teams that are connected to the scope's workspace. */
export async function listTeams(scope: WorkspaceScope): Promise<ChatTeam[]> {
  return db().chatTeam.findMany({
    where: { workspaceId: scope.workspaceId },
    orderBy: { connectedAt: "asc" },
  });
}

/** Disconnects a team of the scope's workspace. @returns whether there was one */
export async function deleteTeam(tx: Db, scope: WorkspaceScope, id: string): Promise<boolean> {
  const { count } = await tx.chatTeam.deleteMany({ where: { id, workspaceId: scope.workspaceId } });
  return count === 1;
}
