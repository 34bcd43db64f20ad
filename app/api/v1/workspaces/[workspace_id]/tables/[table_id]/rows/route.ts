import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { ROWS_BODY_BYTES_MAX } from "@/lib/tables/limits";
import { openTable } from "@/lib/tables/open-table";
import { createRow, deleteRows, writeRows } from "@/lib/tables/rows/change-rows";
import { listRows } from "@/lib/tables/rows/list/list-rows";
import {
  CreateRow,
  Row,
  RowQuery,
  RowSelection,
  RowsChanged,
  StaleRows,
  TableParams,
  WriteRows,
  WrittenRows,
} from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "Rows of a table, filtered, searched and sorted",
  permission: "can_view_tables",
  params: TableParams,
  query: RowQuery,
  response: pageOf(Row),
  handle: async ({ scope, params, query, now }) =>
    listRows(await openTable(scope, params.table_id, now), query),
});

export const POST = workspaceRoute({
  summary: "Add a row",
  permission: "can_edit_rows",
  params: TableParams,
  body: CreateRow,
  response: Row,
  status: 201,
  version: ({ row_version }) => row_version,
  errors: ["conflict"],
  handle: async ({ scope, params, body, now }) =>
    createRow(await openTable(scope, params.table_id, now), body, now),
});

export const PATCH = workspaceRoute({
  summary: "Add and change rows, all or none",
  operationId: "tables.rows.writeMany",
  permission: "can_edit_rows",
  params: TableParams,
  body: WriteRows,
  bodyBytesMax: ROWS_BODY_BYTES_MAX,
  response: WrittenRows,
  errors: ["conflict"],
  errorFields: { conflict: StaleRows },
  handle: async ({ scope, params, body, now }) =>
    writeRows(await openTable(scope, params.table_id, now), body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete rows, all or none",
  operationId: "tables.rows.deleteMany",
  permission: "can_edit_rows",
  params: TableParams,
  body: RowSelection,
  response: RowsChanged,
  handle: async ({ scope, params, body, now }) =>
    deleteRows(await openTable(scope, params.table_id, now), body, now),
});
