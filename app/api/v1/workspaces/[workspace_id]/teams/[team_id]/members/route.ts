import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { addTeamMember } from "@/lib/teams/members/add-team-member";
import { listTeamMembers } from "@/lib/teams/members/list-team-members";
import { AddTeamMember, TeamMember } from "@/lib/teams/members/schema";
import { TeamParams } from "@/lib/teams/schema";

export const GET = workspaceRoute({
  summary: "Members of a team, longest-standing first",
  permission: "can_view_teams",
  params: TeamParams,
  query: PageQuery,
  response: pageOf(TeamMember),
  handle: ({ scope, params, query }) => listTeamMembers(scope, params.team_id, query),
});

export const POST = workspaceRoute({
  summary: "Put a member of the workspace into a team, or change their role in it",
  description: "Whoever is put in by hand is never removed by a sync.",
  permission: "can_manage_teams",
  params: TeamParams,
  body: AddTeamMember,
  response: TeamMember,
  status: 201,
  handle: ({ scope, params, body, now }) => addTeamMember(scope, params.team_id, body, now),
});
