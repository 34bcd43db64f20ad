import { workspaceRoute } from "@/lib/routes/workspace-route";
import { removeTeamMember } from "@/lib/teams/members/remove-team-member";
import { TeamMember, TeamMemberParams, UpdateTeamMember } from "@/lib/teams/members/schema";
import { updateTeamMember } from "@/lib/teams/members/update-team-member";

export const PATCH = workspaceRoute({
  summary: "Change someone's role in a team",
  permission: "can_manage_teams",
  params: TeamMemberParams,
  body: UpdateTeamMember,
  response: TeamMember,
  handle: ({ scope, params, body, now }) =>
    updateTeamMember(scope, params.team_id, params.developer_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Take someone out of a team",
  description: "A sync brings them back while they commit to the team's repositories.",
  permission: "can_manage_teams",
  params: TeamMemberParams,
  handle: ({ scope, params, now }) => removeTeamMember(scope, params.team_id, params.developer_id, now),
});
