import { workspaceRoute } from "@/lib/routes/workspace-route";
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/tables/limits";
import { importRows } from "@/lib/tables/rows/import-rows";
import { ImportRows, ImportRowsResult, TableParams } from "@/lib/tables/schema";

export const POST = workspaceRoute({
  summary: "Add rows from CSV, or do a dry run",
  description: `At most ${IMPORT_ROWS_MAX.toLocaleString("en")} rows, imported all at once or not at all.`,
  permission: "can_edit_rows",
  // It tells of the file that was sent only.
  sees: "can_edit_rows",
  params: TableParams,
  body: ImportRows,
  bodyBytesMax: IMPORT_BYTES_MAX,
  makes: true,
  response: ImportRowsResult,
  errors: ["conflict", "unavailable"],
  handle: ({ scope, params, body, now }) => importRows(scope, params.table_id, body, now),
});
