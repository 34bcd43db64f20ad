import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { getTeam } from "@/lib/teams/get-team";
import { presentTeamMember } from "@/lib/teams/members/present";
import type { TeamMember } from "@/lib/teams/members/schema";
import { listTeamMemberRows } from "@/lib/teams/members/store";

/** A page of a team's members, longest first. @throws AppError not_found */
export async function listTeamMembers(
  scope: WorkspaceScope,
  teamId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<TeamMember>> {
  await getTeam(scope, teamId);
  const rows = await listTeamMemberRows(scope, teamId, limit + 1, readCursor(cursor));
  return toPage(rows, limit, (row) => ({ at: row.joinedAt, id: row.developerId }), presentTeamMember);
}
