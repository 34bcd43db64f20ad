import { workspaceRoute } from "@/lib/routes/workspace-route";
import { openTable } from "@/lib/tables/open-table";
import { exportRowsForMember } from "@/lib/tables/rows/export-rows";
import { SortedRowFilters, TableParams } from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "Rows of a table as CSV",
  description: "The rows that match the filters, in a format that can be imported again.",
  permission: "can_view_tables",
  params: TableParams,
  query: SortedRowFilters,
  response: "csv",
  handle: async ({ scope, params, query, now }) =>
    exportRowsForMember(scope, await openTable(scope, params.table_id, now), query, now),
});
