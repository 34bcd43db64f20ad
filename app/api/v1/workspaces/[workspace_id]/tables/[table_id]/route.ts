import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteTable } from "@/lib/tables/delete-table";
import { ROW_RESTORE_DAYS } from "@/lib/tables/limits";
import { getTable } from "@/lib/tables/list-tables";
import { Table, TableParams, UpdateTable } from "@/lib/tables/schema";
import { updateTable } from "@/lib/tables/update-table";

export const GET = workspaceRoute({
  summary: "One table with its columns",
  permission: "can_view_tables",
  params: TableParams,
  response: Table,
  handle: ({ scope, params, now }) => getTable(scope, params.table_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Rename a table or describe it",
  permission: "can_manage_tables",
  params: TableParams,
  body: UpdateTable,
  response: Table,
  handle: ({ scope, params, body, now }) => updateTable(scope, params.table_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a table",
  description: `Its share links end at once. For ${ROW_RESTORE_DAYS} days it can be restored.`,
  permission: "can_manage_tables",
  params: TableParams,
  handle: ({ scope, params, now }) => deleteTable(scope, params.table_id, now),
});
