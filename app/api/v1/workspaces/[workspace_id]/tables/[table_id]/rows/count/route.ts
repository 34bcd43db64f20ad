import { workspaceRoute } from "@/lib/routes/workspace-route";
import { openTable } from "@/lib/tables/open-table";
import { countRows } from "@/lib/tables/rows/list/list-rows";
import { RowCount, RowFilters, TableParams } from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "Count the rows of a table that match the filters",
  permission: "can_view_tables",
  params: TableParams,
  query: RowFilters,
  response: RowCount,
  handle: async ({ scope, params, query, now }) =>
    countRows(await openTable(scope, params.table_id, now), query),
});
