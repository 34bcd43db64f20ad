import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentTeam } from "@/lib/teams/present";
import type { Team, TeamQuery } from "@/lib/teams/schema";
import { listTeamRows } from "@/lib/teams/store";

/** A page of the workspace's teams, newest first. */
export async function listTeams(
  scope: WorkspaceScope,
  { type, search, ...page }: TeamQuery,
): Promise<Page<Team>> {
  return readPage(page, (slice) => listTeamRows(scope, { type, search }, slice), presentTeam);
}
