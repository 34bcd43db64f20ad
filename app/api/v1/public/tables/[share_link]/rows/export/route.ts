import { shareRoute } from "@/lib/routes/share-route";
import { exportRows } from "@/lib/tables/rows/export-rows";
import { SharedTableParams, SortedRowFilters } from "@/lib/tables/schema";

export const GET = shareRoute({
  summary: "What a share link shows, as CSV",
  description:
    "All rows that match the filters, in the order of `sort`, with the columns that the link shows.",
  need: "view",
  // As many pages of rows as a visitor would ask for one by one.
  weight: 90,
  params: SharedTableParams,
  query: SortedRowFilters,
  response: "csv",
  handle: async ({ scope, query, now }) => exportRows(scope, query, now),
});
