import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteTeam } from "@/lib/teams/delete-team";
import { getTeam } from "@/lib/teams/get-team";
import { Team, TeamParams, UpdateTeam } from "@/lib/teams/schema";
import { updateTeam } from "@/lib/teams/update-team";

export const GET = workspaceRoute({
  summary: "One team",
  permission: "can_view_teams",
  params: TeamParams,
  response: Team,
  handle: ({ scope, params }) => getTeam(scope, params.team_id),
});

export const PATCH = workspaceRoute({
  summary: "Change a team",
  description: "Members stay as they are until the next sync, also when the type or the sources change.",
  permission: "can_manage_teams",
  params: TeamParams,
  body: UpdateTeam,
  response: Team,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => updateTeam(scope, params.team_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a team; its people stay in the workspace",
  permission: "can_manage_teams",
  params: TeamParams,
  handle: ({ scope, params, now }) => deleteTeam(scope, params.team_id, now),
});
