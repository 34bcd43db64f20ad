import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccessShared } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { syncWindowStart } from "@/lib/teams/rules";
import type { TeamSync } from "@/lib/teams/schema";
import { lockTeam, replaceSyncedMembers } from "@/lib/teams/store";

/**
 * Makes a team's members those active members of the workspace who authored commits in its source repositories in the
 * last 90 days. Whoever was put in by hand stays (contract section 4).
 * @throws AppError not_found, conflict for a manual team
 */
export async function syncTeam(scope: WorkspaceScope, teamId: string, now: Date): Promise<TeamSync> {
  return transaction(async (tx) => {
    await lockAccessShared(tx, scope.workspaceId);
    const team = orNotFound(await lockTeam(tx, scope, teamId), "Team");
    if (team.type === "manual") throw new AppError("conflict", "A manual team has nothing to sync with");
    const counts = await replaceSyncedMembers(tx, scope, teamId, syncWindowStart(now), now);
    const entry = { action: "team.synced", target: { type: "team", id: teamId }, after: counts };
    await recordAudit(tx, scope, entry, now);
    return counts;
  });
}
