import { CrmNote, CrmNoteBody, NoteParams } from "@/lib/crm/notes/schema";
import { deleteNote, editNote } from "@/lib/crm/notes/write-note";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Edit your own note on a record",
  permission: "can_edit_records",
  params: NoteParams,
  body: CrmNoteBody,
  response: CrmNote,
  errors: ["conflict"],
  handle: ({ scope, params: { object_slug, record_id, note_id }, body, now }) =>
    editNote(scope, [object_slug, record_id, note_id], body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a note on a record for good",
  description: "Your own, or anybody's with `can_manage_crm`.",
  permission: "can_edit_records",
  params: NoteParams,
  errors: ["conflict"],
  handle: ({ scope, params: { object_slug, record_id, note_id }, now }) =>
    deleteNote(scope, [object_slug, record_id, note_id], now),
});
