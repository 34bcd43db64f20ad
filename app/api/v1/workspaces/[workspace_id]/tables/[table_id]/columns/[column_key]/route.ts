import { workspaceRoute } from "@/lib/routes/workspace-route";
import { ColumnParams, Table, UpdateColumn } from "@/lib/tables/schema";
import { updateColumn } from "@/lib/tables/update-table";

export const PATCH = workspaceRoute({
  summary: "Rename a column, move it, archive it or restore it",
  description: "Key and type never change, because stored values are read by them.",
  permission: "can_manage_tables",
  params: ColumnParams,
  body: UpdateColumn,
  response: Table,
  handle: ({ scope, params, body, now }) =>
    updateColumn(scope, params.table_id, params.column_key, body, now),
});
