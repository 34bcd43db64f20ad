import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentTeam } from "@/lib/teams/present";
import type { Team, TeamQuery } from "@/lib/teams/schema";
import { listTeamRows } from "@/lib/teams/store";

/** A page of the workspace's teams, newest first. */
export async function listTeams(
  scope: WorkspaceScope,
  { type, search, limit, cursor }: TeamQuery,
): Promise<Page<Team>> {
  const rows = await listTeamRows(scope, { type, search }, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentTeam);
}
