import { exportRecords } from "@/lib/crm/import/export-records";
import { ObjectParams } from "@/lib/crm/objects/schema";
import { EXPORT_ROWS_MAX } from "@/lib/crm/records/limits";
import { RecordFilters } from "@/lib/crm/records/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Records of an object as CSV",
  description: `The first ${EXPORT_ROWS_MAX.toLocaleString("en")} records that match the filters, in a format that can be imported again.`,
  permission: "can_export_records",
  params: ObjectParams,
  query: RecordFilters,
  response: "csv",
  handle: ({ scope, params, query, now }) => exportRecords(scope, params.object_slug, query, now),
});
