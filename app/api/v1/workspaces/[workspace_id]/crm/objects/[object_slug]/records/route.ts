import { ObjectParams } from "@/lib/crm/objects/schema";
import { createRecord } from "@/lib/crm/records/create-record";
import { RECORD_BODY_BYTES_MAX } from "@/lib/crm/records/limits";
import { listRecords } from "@/lib/crm/records/list/list-records";
import {
  CreateRecord,
  CrmRecord,
  RecordQuery,
  SelectionResult,
  StaleOrNoRecord,
  UpdateSelection,
  UpsertQuery,
} from "@/lib/crm/records/schema";
import { updateRecords } from "@/lib/crm/records/update-records";
import { upsertRecord } from "@/lib/crm/records/upsert-record";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Records of an object, filtered, searched and sorted",
  permission: "can_view_crm",
  params: ObjectParams,
  query: RecordQuery,
  response: pageOf(CrmRecord),
  handle: ({ scope, params, query, now }) => listRecords(scope, params.object_slug, query, now),
});

export const POST = workspaceRoute({
  summary: "Create a record",
  permission: "can_edit_records",
  params: ObjectParams,
  body: CreateRecord,
  bodyBytesMax: RECORD_BODY_BYTES_MAX,
  response: CrmRecord,
  version: ({ row_version }) => row_version,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => createRecord(scope, params.object_slug, body, now),
});

export const PUT = workspaceRoute({
  summary: "Create or update the record with a unique value",
  operationId: "crm.records.upsert",
  description:
    "201 if it is new, which needs all required values; 200 if it exists, whose other values stay. Deleted records are not matched. With `If-Match`, only a record in that version is changed, and none is created; a 412 contains the current `record`, null if there is none.",
  permission: "can_edit_records",
  params: ObjectParams,
  query: UpsertQuery,
  body: CreateRecord,
  bodyBytesMax: RECORD_BODY_BYTES_MAX,
  ifMatch: true,
  errorFields: { precondition_failed: StaleOrNoRecord },
  response: CrmRecord,
  version: ({ row_version }) => row_version,
  mayCreate: true,
  errors: ["conflict"],
  handle: ({ scope, params, query, body, ifMatch, now }) =>
    upsertRecord(scope, params.object_slug, query.match, body, ifMatch, now),
});

export const PATCH = workspaceRoute({
  summary: "Set the same values in a selection of records",
  operationId: "crm.records.updateMany",
  permission: "can_edit_records",
  params: ObjectParams,
  body: UpdateSelection,
  bodyBytesMax: RECORD_BODY_BYTES_MAX,
  response: SelectionResult,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => updateRecords(scope, params.object_slug, body, now),
});
