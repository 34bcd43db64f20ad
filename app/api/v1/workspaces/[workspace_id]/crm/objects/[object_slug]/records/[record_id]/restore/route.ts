import { restoreRecord } from "@/lib/crm/records/restore-record";
import { CrmRecord, RecordParams } from "@/lib/crm/records/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Restore a deleted record",
  description: "Webhooks are sent `record.restored`; no automation is triggered.",
  permission: "can_edit_records",
  params: RecordParams,
  response: CrmRecord,
  version: ({ row_version }) => row_version,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => restoreRecord(scope, params.object_slug, params.record_id, now),
});
