import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { openTable } from "@/lib/tables/open-table";
import { listRowHistory } from "@/lib/tables/rows/get-row";
import { RowHistoryEntry, RowParams } from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "What happened to a row, newest first: who changed what, from what to what",
  permission: "can_view_tables",
  params: RowParams,
  query: PageQuery,
  response: pageOf(RowHistoryEntry),
  handle: async ({ scope, params, query, now }) =>
    listRowHistory(await openTable(scope, params.table_id, now), params.row_id, query),
});
