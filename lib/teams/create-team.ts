import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkRoom } from "@/lib/access/check-room";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction, violatedKey } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";
import { checkSources } from "@/lib/teams/check-sources";
import { TEAM_SLUG_TRIES_MAX, TEAMS_PER_WORKSPACE_MAX } from "@/lib/teams/limits";
import { auditedTeam, presentTeam } from "@/lib/teams/present";
import type { CreateTeam, Team } from "@/lib/teams/schema";
import { countTeams, insertTeam } from "@/lib/teams/store";

/**
 * Creates a team without members. Without a slug one is made of the name, and made unique.
 * @throws AppError invalid for a repository of elsewhere, conflict when the slug asked for is taken or there is no
 *   room for another team
 */
export async function createTeam(scope: WorkspaceScope, body: CreateTeam, now: Date): Promise<Team> {
  const { workspaceId } = scope;
  for (let tryNumber = 1; ; tryNumber++) {
    const slug = body.slug ?? slugFor(body.name, "team", tryNumber);
    try {
      return await transaction(async (tx) => {
        await checkRoom(tx, workspaceId, TEAMS_PER_WORKSPACE_MAX, "teams", () => countTeams(tx, workspaceId));
        await checkSources(tx, scope, body.source_repository_ids);
        const { name, type, source_repository_ids: sourceRepositoryIds } = body;
        const team = presentTeam(await insertTeam(tx, scope, { name, slug, type, sourceRepositoryIds }, now));
        const entry = {
          action: "team.created",
          target: { type: "team", id: team.id },
          after: auditedTeam(team),
        };
        await recordAudit(tx, scope, entry, now);
        return team;
      });
    } catch (error) {
      if (!violatedKey(error)) throw error;
      if (body.slug || tryNumber >= TEAM_SLUG_TRIES_MAX) {
        throw new AppError("conflict", `The slug ${slug} is taken`, { cause: error });
      }
    }
  }
}
