import type { WorkspaceScope } from "@/lib/access/authorise";
import { notifyMentioned } from "@/lib/crm/notes/notify-mentioned";
import { presentNote } from "@/lib/crm/notes/present";
import type { CrmNote, CrmNoteBody } from "@/lib/crm/notes/schema";
import { deleteNoteRow, findNote, insertNote, type NoteRow, updateNoteRow } from "@/lib/crm/notes/store";
import { findRecordOf } from "@/lib/crm/records/get-record";
import { lockLiveRecord } from "@/lib/crm/tasks/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { withdrawQuotes } from "@/lib/notifications/quotes";
import { mentionsOf } from "@/lib/notifications/rules";
import { type Db, transaction } from "@/lib/platform/database";

type Wire = CrmNote;
type Path = readonly [objectSlug: string, recordId: string, noteId: string];

/** Notes are written on live records only: a deleted one stays as it was until it is restored or erased. */
async function lockRecord(tx: Db, scope: WorkspaceScope, recordId: string): Promise<void> {
  if (await lockLiveRecord(tx, scope.workspaceId, recordId)) return;
  throw new AppError("conflict", "The record is deleted. Restore it first.");
}

async function getNote(tx: Db, scope: WorkspaceScope, [, recordId, noteId]: Path): Promise<NoteRow> {
  await lockRecord(tx, scope, recordId);
  return orNotFound(await findNote(tx, scope, recordId, noteId), "Note");
}

/** Adds a note to a record. @throws AppError not_found, conflict for a deleted record */
export async function addNote(
  scope: WorkspaceScope,
  [objectSlug, recordId]: readonly [objectSlug: string, recordId: string],
  { body }: CrmNoteBody,
  now: Date,
): Promise<Wire> {
  const { record } = await findRecordOf(scope, objectSlug, recordId, now);
  return transaction(async (tx) => {
    await lockRecord(tx, scope, recordId);
    await notifyMentioned(tx, scope, [objectSlug, record], { text: body }, now);
    return presentNote(await insertNote(tx, scope, { recordId, body }, now));
  });
}

/** Gives one's own note another text. @throws AppError not_found, forbidden, conflict for a deleted record */
export async function editNote(
  scope: WorkspaceScope,
  path: Path,
  { body }: CrmNoteBody,
  now: Date,
): Promise<Wire> {
  const { record } = await findRecordOf(scope, path[0], path[1], now);
  return transaction(async (tx) => {
    const note = await getNote(tx, scope, path);
    if (note.authorId !== scope.actor.developerId) throw new AppError("forbidden", "Permission denied");
    await notifyMentioned(tx, scope, [path[0], record], { text: body, before: note.body }, now);
    return presentNote(await updateNoteRow(tx, note.id, body, now));
  });
}

/**
 * Deletes a note for good: one's own, or anybody's for those who manage the CRM.
 * @throws AppError not_found, forbidden, conflict for a deleted record
 */
export async function deleteNote(scope: WorkspaceScope, path: Path, now: Date): Promise<void> {
  await findRecordOf(scope, path[0], path[1], now);
  await transaction(async (tx) => {
    const note = await getNote(tx, scope, path);
    const isOwn = note.authorId === scope.actor.developerId;
    if (!isOwn && !scope.permissions.has("can_manage_crm")) {
      throw new AppError("forbidden", "Permission denied");
    }
    await deleteNoteRow(tx, note.id);
    await withdrawQuotes(tx, { groupKey: mentionsOf(note.recordId), text: note.body });
  });
}
