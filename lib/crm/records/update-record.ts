import type { WorkspaceScope } from "@/lib/access/authorise";
import { changeIfMatched } from "@/lib/crm/records/expect-version";
import { getRecord } from "@/lib/crm/records/get-record";
import type { CrmRecord, UpdateRecord } from "@/lib/crm/records/schema";
import { updateRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import type { IfMatch } from "@/lib/http/if-match";
import type { Db } from "@/lib/platform/database";

/**
 * Gives a record new values, as `updateRecordsAs`, by the actor of a request; with `If-Match`, only in that version.
 * @throws AppError as `updateRecordsAs` and `changeIfMatched`
 */
export async function updateRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  { values }: UpdateRecord,
  ifMatch: IfMatch,
  now: Date,
): Promise<CrmRecord> {
  const writer = writerOf(scope);
  const update = (tx: Db) => updateRecordsAs(tx, writer, objectSlug, [recordId], values, now);
  await changeIfMatched(writer, objectSlug, recordId, ifMatch, update, now);
  return getRecord(scope, objectSlug, recordId, now);
}
