import { workspaceRoute } from "@/lib/routes/workspace-route";
import { restoreTable } from "@/lib/tables/delete-table";
import { Table, TableParams } from "@/lib/tables/schema";

export const POST = workspaceRoute({
  summary: "Restore a deleted table with its rows and share links",
  permission: "can_manage_tables",
  params: TableParams,
  response: Table,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => restoreTable(scope, params.table_id, now),
});
