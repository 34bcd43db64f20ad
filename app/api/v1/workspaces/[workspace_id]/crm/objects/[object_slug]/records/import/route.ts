import { importRecords } from "@/lib/crm/import/import-records";
import { IMPORT_BYTES_MAX, IMPORT_INLINE_ROWS_MAX, IMPORT_ROWS_MAX } from "@/lib/crm/import/limits";
import { CrmImportDetail, ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Import records from CSV, or do a dry run",
  description: `At most ${IMPORT_ROWS_MAX.toLocaleString("en")} rows. Up to ${IMPORT_INLINE_ROWS_MAX.toLocaleString("en")} are imported at once, all or none. More, or with \`background\`, are accepted (202) and imported by a job: all rows are checked before the first is written, and the import shows its progress.`,
  permission: "can_export_records",
  // It tells of the file that was sent only.
  sees: "can_export_records",
  params: ObjectParams,
  body: ImportRecords,
  bodyBytesMax: IMPORT_BYTES_MAX,
  makes: true,
  response: ImportResult,
  accepted: CrmImportDetail,
  errors: ["conflict", "unavailable"],
  handle: ({ scope, params, body, now }) => importRecords(scope, params.object_slug, body, now),
});
