import { deleteRecord } from "@/lib/crm/records/delete-record";
import { getRecord } from "@/lib/crm/records/get-record";
import { RECORD_BODY_BYTES_MAX, RECORD_RESTORE_DAYS } from "@/lib/crm/records/limits";
import { CrmRecord, RecordParams, UpdateRecord } from "@/lib/crm/records/schema";
import { updateRecord } from "@/lib/crm/records/update-record";
import { workspaceRoute } from "@/lib/http/workspace-route";

export const GET = workspaceRoute({
  summary: "One record, a deleted one too while it can be restored",
  permission: "can_view_crm",
  params: RecordParams,
  response: CrmRecord,
  handle: ({ scope, params, now }) => getRecord(scope, params.object_slug, params.record_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Give a record new values; what is not named stays",
  permission: "can_edit_records",
  params: RecordParams,
  body: UpdateRecord,
  bodyBytesMax: RECORD_BODY_BYTES_MAX,
  response: CrmRecord,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    updateRecord(scope, params.object_slug, params.record_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a record",
  description: `It can be restored for ${RECORD_RESTORE_DAYS} days; then it is erased.`,
  permission: "can_edit_records",
  params: RecordParams,
  handle: ({ scope, params, now }) => deleteRecord(scope, params.object_slug, params.record_id, now),
});
