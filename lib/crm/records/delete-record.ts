import type { WorkspaceScope } from "@/lib/access/authorise";
import { changeIfMatched } from "@/lib/crm/records/expect-version";
import { deleteRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import type { IfMatch } from "@/lib/http/if-match";
import { type Db, transaction } from "@/lib/platform/database";

/** Deletes a selection of records, all of them or none. As `deleteRecordsAs`. */
export async function deleteRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  recordIds: readonly string[],
  now: Date,
): Promise<{ changed: number }> {
  const deleted = await transaction((tx) => deleteRecordsAs(tx, writerOf(scope), objectSlug, recordIds, now));
  return { changed: deleted.length };
}

/**
 * Deletes one record; with `If-Match`, only in that version.
 * @throws AppError not_found; precondition_failed as `changeIfMatched`
 */
export async function deleteRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  ifMatch: IfMatch,
  now: Date,
): Promise<void> {
  const writer = writerOf(scope);
  const remove = (tx: Db) => deleteRecordsAs(tx, writer, objectSlug, [recordId], now);
  await changeIfMatched(writer, objectSlug, recordId, ifMatch, remove, now);
}
