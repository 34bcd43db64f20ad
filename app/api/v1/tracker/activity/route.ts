import { bearerRoute } from "@/lib/routes/bearer-route";
import { getActivity } from "@/lib/tracker/enrichment/get-activity";
import { Activity, ActivityQuery } from "@/lib/tracker/enrichment/schema";

export const GET = bearerRoute({
  summary: "What your own time went to, by category, project or hour",
  description:
    "Activity is kept by the hour: the range is widened to whole hours (UTC), and the answer says which were counted. " +
    "Seconds that several samples cover count once.",
  reach: "own_tracker",
  query: ActivityQuery,
  response: Activity,
  handle: ({ actor, query }) => getActivity(actor, query),
});
