import { bearerRoute } from "@/lib/routes/bearer-route";
import { getProfile } from "@/lib/teams/profiling/get-profile";
import { ProfiledDevelopers, TeamProfile } from "@/lib/teams/profiling/schema";

export const POST = bearerRoute({
  summary: "Languages and commit distribution of a group of developers",
  description: "Not limited to a workspace: covers all commits known to the service, as totals only.",
  reach: "personal",
  reads: true,
  body: ProfiledDevelopers,
  response: TeamProfile,
  errors: ["too_many_requests"],
  handle: ({ actor, body, now }) => getProfile(actor, body, now),
});
