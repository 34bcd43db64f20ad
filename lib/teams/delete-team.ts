import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { auditedTeam, presentTeam } from "@/lib/teams/present";
import { deleteTeamRow, lockTeam } from "@/lib/teams/store";

/** Deletes a team; its people stay in the workspace. @throws AppError not_found */
export async function deleteTeam(scope: WorkspaceScope, teamId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = orNotFound(await lockTeam(tx, scope, teamId), "Team");
    await deleteTeamRow(tx, scope, teamId);
    const entry = {
      action: "team.deleted",
      target: { type: "team", id: teamId },
      before: auditedTeam(presentTeam(row)),
    };
    await recordAudit(tx, scope, entry, now);
  });
}
