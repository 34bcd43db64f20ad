import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentNote } from "@/lib/crm/notes/present";
import type { CrmNote } from "@/lib/crm/notes/schema";
import { listNoteRows } from "@/lib/crm/notes/store";
import { findRecordOf } from "@/lib/crm/records/get-record";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";

/** A page of the notes on a record, newest first. @throws AppError not_found */
export async function listNotes(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  { limit, cursor }: PageQuery,
  now: Date,
): Promise<Page<CrmNote>> {
  const { record } = await findRecordOf(scope, objectSlug, recordId, now);
  const rows = await listNoteRows(scope, record.id, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentNote);
}
