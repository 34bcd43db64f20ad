import { listNotes } from "@/lib/crm/notes/list-notes";
import { CrmNote, CrmNoteBody } from "@/lib/crm/notes/schema";
import { addNote } from "@/lib/crm/notes/write-note";
import { RecordParams } from "@/lib/crm/records/schema";
import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Notes on a record, newest first",
  permission: "can_view_crm",
  params: RecordParams,
  query: PageQuery,
  response: pageOf(CrmNote),
  handle: ({ scope, params, query, now }) =>
    listNotes(scope, params.object_slug, params.record_id, query, now),
});

export const POST = workspaceRoute({
  summary: "Write a note on a record",
  permission: "can_edit_records",
  params: RecordParams,
  body: CrmNoteBody,
  response: CrmNote,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => addNote(scope, [params.object_slug, params.record_id], body, now),
});
