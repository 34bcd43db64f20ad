import { isDeepStrictEqual } from "node:util";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { transaction, violatedKey } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import { checkSources } from "@/lib/teams/check-sources";
import { auditedTeam, presentTeam } from "@/lib/teams/present";
import type { Team, UpdateTeam } from "@/lib/teams/schema";
import { findTeam, lockTeam, updateTeamRow } from "@/lib/teams/store";

/**
 * Changes what is named of a team. Its members stay as they are until the next sync.
 * @throws AppError not_found, invalid for a repository of elsewhere, conflict when the slug is taken
 */
export async function updateTeam(
  scope: WorkspaceScope,
  teamId: string,
  body: UpdateTeam,
  now: Date,
): Promise<Team> {
  const { name, slug, type, source_repository_ids: sourceRepositoryIds } = body;
  try {
    return await transaction(async (tx) => {
      if (sourceRepositoryIds) {
        orNotFound(await findTeam(tx, scope, teamId), "Team");
        await checkSources(tx, scope, sourceRepositoryIds);
      }
      const before = orNotFound(await lockTeam(tx, scope, teamId), "Team");
      const change = omitUndefined({ name, slug, type, sourceRepositoryIds });
      const team = presentTeam(await updateTeamRow(tx, scope, teamId, change));
      const audited = { before: auditedTeam(presentTeam(before)), after: auditedTeam(team) };
      if (isDeepStrictEqual(audited.before, audited.after)) return team;
      const entry = { action: "team.updated", target: { type: "team", id: teamId }, ...audited };
      await recordAudit(tx, scope, entry, now);
      return team;
    });
  } catch (error) {
    if (!violatedKey(error)) throw error;
    throw new AppError("conflict", `The slug ${slug} is taken`, { cause: error });
  }
}
