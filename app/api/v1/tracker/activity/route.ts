import { bearerRoute } from "@/lib/routes/bearer-route";
import { getActivity } from "@/lib/tracker/activity/get-activity";
import { Activity, ActivityQuery } from "@/lib/tracker/activity/schema";

export const GET = bearerRoute({
  summary: "What your own time went to, by category, project, task, app, repository or hour",
  description:
    "Exact to the second, so adjacent ranges add up. Hours follow the clock of your time zone. Seconds that several " +
    "samples cover count once, and time away is not counted. A range has at most 400 days; by the hour, 92.",
  reach: "own_tracker",
  query: ActivityQuery,
  response: Activity,
  handle: ({ actor, query, now }) => getActivity(actor, query, now),
});
