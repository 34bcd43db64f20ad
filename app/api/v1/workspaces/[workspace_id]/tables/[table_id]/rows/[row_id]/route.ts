import { workspaceRoute } from "@/lib/routes/workspace-route";
import { openTable } from "@/lib/tables/open-table";
import { deleteRow, updateRow } from "@/lib/tables/rows/change-rows";
import { getRow } from "@/lib/tables/rows/get-row";
import { Row, RowParams, StaleRows, UpdateRow } from "@/lib/tables/schema";

export const GET = workspaceRoute({
  summary: "One row",
  permission: "can_view_tables",
  params: RowParams,
  response: Row,
  version: ({ row_version }) => row_version,
  handle: async ({ scope, params, now }) =>
    getRow(await openTable(scope, params.table_id, now), params.row_id),
});

export const PATCH = workspaceRoute({
  summary: "Change a row; fields left out keep their values",
  description:
    'With `If-Match: "<row_version>"`, only in that version; otherwise 409 with the current `row`.',
  permission: "can_edit_rows",
  params: RowParams,
  ifMatch: "conflict",
  body: UpdateRow,
  response: Row,
  version: ({ row_version }) => row_version,
  errorFields: { conflict: StaleRows },
  handle: async ({ scope, params, body, ifMatch, now }) => {
    const access = await openTable(scope, params.table_id, now);
    return updateRow(access, params.row_id, body, ifMatch, now);
  },
});

export const DELETE = workspaceRoute({
  summary: "Delete a row",
  description: "With `If-Match`, only in that version.",
  permission: "can_edit_rows",
  params: RowParams,
  ifMatch: "conflict",
  errorFields: { conflict: StaleRows },
  handle: async ({ scope, params, ifMatch, now }) => {
    const access = await openTable(scope, params.table_id, now);
    return deleteRow(access, params.row_id, ifMatch, now);
  },
});
