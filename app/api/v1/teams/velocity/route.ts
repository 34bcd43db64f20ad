import { bearerRoute } from "@/lib/routes/bearer-route";
import { getVelocity } from "@/lib/teams/profiling/get-velocity";
import { ProfiledDevelopers, TeamVelocity, VelocityQuery } from "@/lib/teams/profiling/schema";

export const POST = bearerRoute({
  summary: "Commits, changed lines and merged pull requests of a group of developers",
  description: "Not limited to a workspace: covers the last `days` known to the service, as totals only.",
  reach: "personal",
  reads: true,
  query: VelocityQuery,
  body: ProfiledDevelopers,
  response: TeamVelocity,
  errors: ["too_many_requests"],
  handle: ({ actor, body, query, now }) => getVelocity(actor, body, query, now),
});
