import { lockAccessShared } from "@/lib/access/store";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { syncWindowStart } from "@/lib/teams/rules";
import { findFollowingTeam, lockFollowingTeam, replaceSyncedMembers } from "@/lib/teams/store";

/**
 * Syncs a team of type `auto_sync` automatically. A change of members writes an audit row without an actor; a sync that
 * changes nothing writes none.
 */
export async function followCommits(teamId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const team = await findFollowingTeam(tx, teamId);
    if (!team) return;
    await lockAccessShared(tx, team.workspaceId);
    if (!(await lockFollowingTeam(tx, teamId))) return;
    const counts = await replaceSyncedMembers(tx, team, teamId, syncWindowStart(now), now);
    if (counts.added + counts.removed === 0) return;
    const entry = { action: "team.synced", target: { type: "team", id: teamId }, after: counts };
    await recordAudit(tx, { workspaceId: team.workspaceId, actor: SERVICE_ACTOR }, entry, now);
  });
}
