import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { createTeam } from "@/lib/teams/create-team";
import { listTeams } from "@/lib/teams/list-teams";
import { CreateTeam, Team, TeamQuery } from "@/lib/teams/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Teams of a workspace, newest first",
  permission: "can_view_teams",
  params: WorkspaceParams,
  query: TeamQuery,
  response: pageOf(Team),
  handle: ({ scope, query }) => listTeams(scope, query),
});

export const POST = workspaceRoute({
  summary: "Create a team",
  permission: "can_manage_teams",
  params: WorkspaceParams,
  body: CreateTeam,
  response: Team,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createTeam(scope, body, now),
});
