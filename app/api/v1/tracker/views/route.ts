import { PageQuery } from "@/lib/http/paging";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { listViews } from "@/lib/tracker/views/list-views";
import { TrackerView } from "@/lib/tracker/views/schema";

export const GET = bearerRoute({
  summary: "Who viewed your screenshots or days, newest first",
  description: "One row per day, person, workspace and kind. Your own views are not recorded.",
  reach: "personal",
  query: PageQuery,
  response: pageOf(TrackerView),
  handle: ({ actor, query }) => listViews(actor, query),
});
