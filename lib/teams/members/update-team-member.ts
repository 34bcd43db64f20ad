import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { presentTeamMember } from "@/lib/teams/members/present";
import type { TeamMember, UpdateTeamMember } from "@/lib/teams/members/schema";
import { findTeamMember, updateTeamMemberRow } from "@/lib/teams/members/store";
import { lockTeam } from "@/lib/teams/store";

/** Changes someone's role in a team; how they joined stays as it was. @throws AppError not_found */
export async function updateTeamMember(
  scope: WorkspaceScope,
  teamId: string,
  developerId: string,
  { role }: UpdateTeamMember,
  now: Date,
): Promise<TeamMember> {
  return transaction(async (tx) => {
    await lockTeam(tx, scope, teamId);
    const before = orNotFound(await findTeamMember(tx, scope, teamId, developerId), "Team member");
    const row = await updateTeamMemberRow(tx, before, role);
    const entry = {
      action: "team_member.updated",
      target: { type: "team", id: teamId },
      before: { developer_id: developerId, role: before.role },
      after: { developer_id: developerId, role },
    };
    await recordAudit(tx, scope, entry, now);
    return presentTeamMember(row);
  });
}
