import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { getTeam } from "@/lib/teams/get-team";
import { presentTeamMember } from "@/lib/teams/members/present";
import type { TeamMember } from "@/lib/teams/members/schema";
import { listTeamMemberRows } from "@/lib/teams/members/store";

/** A page of a team's members, longest first. @throws AppError not_found */
export async function listTeamMembers(
  scope: WorkspaceScope,
  teamId: string,
  page: PageQuery,
): Promise<Page<TeamMember>> {
  await getTeam(scope, teamId);
  return readPage(page, (slice) => listTeamMemberRows(scope, teamId, slice), presentTeamMember, [
    "joinedAt",
    "developerId",
  ]);
}
