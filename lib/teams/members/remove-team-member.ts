import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { deleteTeamMemberRow, findTeamMember } from "@/lib/teams/members/store";
import { lockTeam } from "@/lib/teams/store";

/**
 * Removes someone from a team. A sync adds them again while they commit.
 * @throws AppError not_found
 */
export async function removeTeamMember(
  scope: WorkspaceScope,
  teamId: string,
  developerId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    await lockTeam(tx, scope, teamId);
    const row = orNotFound(await findTeamMember(tx, scope, teamId, developerId), "Team member");
    await deleteTeamMemberRow(tx, row);
    const entry = {
      action: "team_member.removed",
      target: { type: "team", id: teamId },
      before: { developer_id: developerId, role: row.role, source: row.source },
    };
    await recordAudit(tx, scope, entry, now);
  });
}
