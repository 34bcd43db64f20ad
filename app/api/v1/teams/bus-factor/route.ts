import { bearerRoute } from "@/lib/routes/bearer-route";
import { getBusFactor } from "@/lib/teams/profiling/get-bus-factor";
import { ProfiledDevelopers, TeamBusFactor } from "@/lib/teams/profiling/schema";

export const POST = bearerRoute({
  summary: "How few of a group of developers each language depends on",
  description: "Not limited to a workspace: covers all commits known to the service, as totals only.",
  reach: "personal",
  reads: true,
  body: ProfiledDevelopers,
  response: TeamBusFactor,
  errors: ["too_many_requests"],
  handle: ({ actor, body, now }) => getBusFactor(actor, body, now),
});
