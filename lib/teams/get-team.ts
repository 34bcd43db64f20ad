import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentTeam } from "@/lib/teams/present";
import type { Team } from "@/lib/teams/schema";
import { findTeam } from "@/lib/teams/store";

/** One team of the workspace. @throws AppError not_found */
export async function getTeam(scope: WorkspaceScope, teamId: string): Promise<Team> {
  return presentTeam(orNotFound(await findTeam(db(), scope, teamId), "Team"));
}
