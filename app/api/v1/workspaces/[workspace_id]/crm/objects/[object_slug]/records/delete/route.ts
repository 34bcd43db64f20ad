import { ObjectParams } from "@/lib/crm/objects/schema";
import { deleteRecords } from "@/lib/crm/records/delete-record";
import { DeleteSelection, SelectionResult } from "@/lib/crm/records/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Delete a selection of records, all of them or none",
  operationId: "crm.records.deleteMany",
  permission: "can_edit_records",
  params: ObjectParams,
  body: DeleteSelection,
  response: SelectionResult,
  handle: ({ scope, params, body, now }) => deleteRecords(scope, params.object_slug, body.record_ids, now),
});
