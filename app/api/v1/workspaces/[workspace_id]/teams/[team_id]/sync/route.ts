import { workspaceRoute } from "@/lib/routes/workspace-route";
import { TeamParams, TeamSync } from "@/lib/teams/schema";
import { syncTeam } from "@/lib/teams/sync-team";

export const POST = workspaceRoute({
  summary: "Sync a team's members from the commits in its repositories",
  description:
    "Members become the active members of the workspace who authored commits in the source repositories in the last 90 days. Whoever was put in by hand stays. A manual team answers 409.",
  permission: "can_manage_teams",
  params: TeamParams,
  response: TeamSync,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => syncTeam(scope, params.team_id, now),
});
