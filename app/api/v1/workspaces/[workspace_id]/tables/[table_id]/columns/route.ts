import { workspaceRoute } from "@/lib/routes/workspace-route";
import { CreateColumn, Table, TableParams } from "@/lib/tables/schema";
import { addColumn } from "@/lib/tables/update-table";

export const POST = workspaceRoute({
  summary: "Add a column at the end",
  permission: "can_manage_tables",
  params: TableParams,
  body: CreateColumn,
  response: Table,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => addColumn(scope, params.table_id, body, now),
});
