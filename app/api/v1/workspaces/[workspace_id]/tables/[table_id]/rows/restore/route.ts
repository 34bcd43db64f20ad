import { workspaceRoute } from "@/lib/routes/workspace-route";
import { openTable } from "@/lib/tables/open-table";
import { restoreRows } from "@/lib/tables/rows/change-rows";
import { RowSelection, TableParams, WrittenRows } from "@/lib/tables/schema";

export const POST = workspaceRoute({
  summary: "Restore deleted rows, all or none",
  permission: "can_edit_rows",
  params: TableParams,
  body: RowSelection,
  response: WrittenRows,
  errors: ["conflict"],
  handle: async ({ scope, params, body, now }) =>
    restoreRows(await openTable(scope, params.table_id, now), body, now),
});
