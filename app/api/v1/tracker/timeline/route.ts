import { bearerRoute } from "@/lib/routes/bearer-route";
import { getTimeline } from "@/lib/tracker/timeline/get-timeline";
import { Timeline, TimelineQuery } from "@/lib/tracker/timeline/schema";

export const GET = bearerRoute({
  summary: "Your own time as each of your devices saw it, span by span",
  description:
    "Spans are runs of samples that show the same. Where several devices ran at once, each lane has its own, and " +
    "`seconds` says how much of a span counts; what counts sums to what `/tracker/activity` has.",
  reach: "personal",
  query: TimelineQuery,
  response: Timeline,
  errors: ["too_many_requests"],
  handle: ({ actor, query, now }) => getTimeline(actor, query, now),
});
