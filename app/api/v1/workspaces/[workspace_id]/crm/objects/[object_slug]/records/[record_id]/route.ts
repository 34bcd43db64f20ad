import { deleteRecord } from "@/lib/crm/records/delete-record";
import { getRecord } from "@/lib/crm/records/get-record";
import { RECORD_BODY_BYTES_MAX, RECORD_RESTORE_DAYS } from "@/lib/crm/records/limits";
import { CrmRecord, OneRecordQuery, RecordParams, StaleRecord, UpdateRecord } from "@/lib/crm/records/schema";
import { updateRecord } from "@/lib/crm/records/update-record";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One record",
  permission: "can_view_crm",
  params: RecordParams,
  query: OneRecordQuery,
  response: CrmRecord,
  version: ({ row_version }) => row_version,
  handle: ({ scope, params, query, now }) =>
    getRecord(scope, params.object_slug, params.record_id, now, query.deleted),
});

export const PATCH = workspaceRoute({
  summary: "Change a record; attributes left out keep their values",
  description: "With `If-Match`, only in that version; a 412 contains the current `record`.",
  permission: "can_edit_records",
  params: RecordParams,
  body: UpdateRecord,
  bodyBytesMax: RECORD_BODY_BYTES_MAX,
  ifMatch: true,
  errorFields: { precondition_failed: StaleRecord },
  response: CrmRecord,
  version: ({ row_version }) => row_version,
  errors: ["conflict"],
  handle: ({ scope, params, body, ifMatch, now }) =>
    updateRecord(scope, params.object_slug, params.record_id, body, ifMatch, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a record",
  description: `It can be restored for ${RECORD_RESTORE_DAYS} days; then it is erased. With \`If-Match\` only in that version.`,
  permission: "can_edit_records",
  params: RecordParams,
  ifMatch: true,
  errorFields: { precondition_failed: StaleRecord },
  handle: ({ scope, params, ifMatch, now }) =>
    deleteRecord(scope, params.object_slug, params.record_id, ifMatch, now),
});
