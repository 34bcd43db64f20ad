import { bearerRoute } from "@/lib/routes/bearer-route";
import { getSummary } from "@/lib/tracker/captured/list-events";
import { CapturedSummary, SummaryQuery } from "@/lib/tracker/captured/schema";

export const GET = bearerRoute({
  summary: "How much is stored about you, in total or in a range",
  description:
    "With how long each of your workspaces keeps it, and whether something you erased is still being deleted.",
  reach: "personal",
  query: SummaryQuery,
  response: CapturedSummary,
  handle: ({ actor, query }) => getSummary(actor, query),
});
