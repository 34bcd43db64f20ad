import type { WorkspaceScope } from "@/lib/access/authorise";
import { isActiveMember } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { invalidBody, orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { presentTeamMember } from "@/lib/teams/members/present";
import type { AddTeamMember, TeamMember } from "@/lib/teams/members/schema";
import { upsertTeamMember } from "@/lib/teams/members/store";
import { lockTeam } from "@/lib/teams/store";

/**
 * Adds an active member of the workspace to a team, or changes their role in it. Members added by hand are never
 * removed by a sync, even if a sync had added them before.
 * @throws AppError not_found for the team, invalid for someone who is not an active member of the workspace
 */
export async function addTeamMember(
  scope: WorkspaceScope,
  teamId: string,
  body: AddTeamMember,
  now: Date,
): Promise<TeamMember> {
  return transaction(async (tx) => {
    const isActive = await isActiveMember(tx, scope.workspaceId, body.developer_id);
    const team = orNotFound(await lockTeam(tx, scope, teamId), "Team");
    if (!isActive) {
      throw invalidBody([{ path: "developer_id", message: "Not an active member of this workspace" }]);
    }
    const row = await upsertTeamMember(tx, team, body.developer_id, body.role, now);
    const entry = {
      action: "team_member.added",
      target: { type: "team", id: team.id },
      after: { developer_id: row.developerId, role: row.role },
    };
    await recordAudit(tx, scope, entry, now);
    return presentTeamMember(row);
  });
}
