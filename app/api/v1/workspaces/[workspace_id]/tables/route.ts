import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createTable } from "@/lib/tables/create-table";
import { listTables } from "@/lib/tables/list-tables";
import { CreateTable, Table, TableQuery } from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "Tables of a workspace, oldest first",
  permission: "can_view_tables",
  query: TableQuery,
  response: pageOf(Table),
  handle: ({ scope, query, now }) => listTables(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Create a table with its columns",
  permission: "can_manage_tables",
  body: CreateTable,
  response: Table,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createTable(scope, body, now),
});
