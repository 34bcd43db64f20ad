import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createTeam } from "@/lib/teams/create-team";
import { listTeams } from "@/lib/teams/list-teams";
import { CreateTeam, Team, TeamQuery } from "@/lib/teams/schema";

export const GET = workspaceRoute({
  summary: "Teams of a workspace, newest first",
  permission: "can_view_teams",
  query: TeamQuery,
  response: pageOf(Team),
  handle: ({ scope, query }) => listTeams(scope, query),
});

export const POST = workspaceRoute({
  summary: "Create a team",
  permission: "can_manage_teams",
  body: CreateTeam,
  response: Team,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createTeam(scope, body, now),
});
