import { bearerRoute } from "@/lib/routes/bearer-route";
import { getDays } from "@/lib/tracker/timeline/get-days";
import { Days, DaysQuery } from "@/lib/tracker/timeline/schema";

export const GET = bearerRoute({
  summary: "How you spent your days, by category or project and by hour of the week",
  description:
    "By the calendar of your time zone. Seconds that several samples cover count once, and time away is not counted.",
  reach: "personal",
  query: DaysQuery,
  response: Days,
  handle: ({ actor, query }) => getDays(actor, query),
});
