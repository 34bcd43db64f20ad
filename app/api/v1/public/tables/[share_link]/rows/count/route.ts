import { shareRoute } from "@/lib/routes/share-route";
import { countRows } from "@/lib/tables/rows/list/list-rows";
import { RowCount, RowFilters, SharedTableParams } from "@/lib/tables/schema";

export const GET = shareRoute({
  summary: "Count the rows of a share link that match the filters",
  description: "Counted as the list of rows would show them.",
  need: "view",
  params: SharedTableParams,
  query: RowFilters,
  response: RowCount,
  handle: ({ scope, query }) => countRows(scope, query),
});
