import { bearerRoute } from "@/lib/routes/bearer-route";
import { getActivity } from "@/lib/tracker/activity/get-activity";
import { Activity, ActivityQuery } from "@/lib/tracker/activity/schema";

export const GET = bearerRoute({
  summary: "What your own time went to, by category, project, task, app, repository or hour",
  description:
    "To the second: ranges that meet add up. Hours begin as the clocks of your time zone show them. Seconds that several " +
    "samples cover count once, and being away counts nowhere. A range may be as long as 400 days; by the hour, 92.",
  reach: "own_tracker",
  query: ActivityQuery,
  response: Activity,
  handle: ({ actor, query, now }) => getActivity(actor, query, now),
});
