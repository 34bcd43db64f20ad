import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentNote } from "@/lib/crm/notes/present";
import type { CrmNote } from "@/lib/crm/notes/schema";
import { listNoteRows } from "@/lib/crm/notes/store";
import { findRecordOf } from "@/lib/crm/records/get-record";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";

/** A page of the notes on a record, newest first. @throws AppError not_found */
export async function listNotes(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  page: PageQuery,
  now: Date,
): Promise<Page<CrmNote>> {
  const { record } = await findRecordOf(scope, objectSlug, recordId, now);
  return readPage(page, (slice) => listNoteRows(scope, record.id, slice), presentNote);
}
