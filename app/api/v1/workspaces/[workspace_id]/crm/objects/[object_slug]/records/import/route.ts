import { importRecords } from "@/lib/crm/import/import-records";
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/crm/import/limits";
import { ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { workspaceRoute } from "@/lib/http/workspace-route";

export const POST = workspaceRoute({
  summary: "Import records out of CSV, or try how it would go",
  description: `At most ${IMPORT_ROWS_MAX.toLocaleString("en")} rows, imported all at once or not at all.`,
  permission: "can_export_records",
  params: ObjectParams,
  body: ImportRecords,
  bodyBytesMax: IMPORT_BYTES_MAX,
  makes: true,
  response: ImportResult,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => importRecords(scope, params.object_slug, body, now),
});
