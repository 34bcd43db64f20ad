import type { WorkspaceScope } from "@/lib/access/authorise";
import { getRecord } from "@/lib/crm/records/get-record";
import type { CrmRecord } from "@/lib/crm/records/schema";
import { restoreRecordAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { transaction } from "@/lib/platform/database";

/** Brings a deleted record back, as `restoreRecordAs`, by the actor of a request. */
export async function restoreRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  now: Date,
): Promise<CrmRecord> {
  await transaction((tx) => restoreRecordAs(tx, writerOf(scope), objectSlug, recordId, now));
  return getRecord(scope, objectSlug, recordId, now);
}
