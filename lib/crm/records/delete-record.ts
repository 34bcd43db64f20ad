import type { WorkspaceScope } from "@/lib/access/authorise";
import { deleteRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { transaction } from "@/lib/platform/database";

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

/** Deletes one record. @throws AppError not_found */
export async function deleteRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  now: Date,
): Promise<void> {
  await deleteRecords(scope, objectSlug, [recordId], now);
}
