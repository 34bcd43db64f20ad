import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import { presentRecord } from "@/lib/crm/records/present";
import type { CreateRecord, CrmRecord } from "@/lib/crm/records/schema";
import { createRecordAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { db, transaction } from "@/lib/platform/database";

/** Creates a record, as `createRecordAs`, by the actor of a request. */
export async function createRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  { values }: CreateRecord,
  now: Date,
): Promise<CrmRecord> {
  const record = await transaction((tx) => createRecordAs(tx, writerOf(scope), objectSlug, values, now));
  return presentRecord(await getObject(db(), scope.workspaceId, objectSlug, now), record);
}
