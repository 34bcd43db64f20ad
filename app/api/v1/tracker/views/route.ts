import { PageQuery } from "@/lib/http/paging";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { listViews } from "@/lib/tracker/views/list-views";
import { TrackerView } from "@/lib/tracker/views/schema";

export const GET = bearerRoute({
  summary: "Who looked at your screenshots or days, the latest first",
  description: "One row a day for each person, workspace and kind. Your own looks are not kept.",
  reach: "personal",
  query: PageQuery,
  response: pageOf(TrackerView),
  handle: ({ actor, query }) => listViews(actor, query),
});
