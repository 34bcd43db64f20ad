import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { getRecord } from "@/lib/crm/records/get-record";
import type { CrmRecord, UpdateRecord } from "@/lib/crm/records/schema";
import { updateRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { transaction } from "@/lib/platform/database";

/** Gives a record new values, as `updateRecordsAs`, by the actor of a request. */
export async function updateRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  { values }: z.output<typeof UpdateRecord>,
  now: Date,
): Promise<z.input<typeof CrmRecord>> {
  await transaction((tx) => updateRecordsAs(tx, writerOf(scope), objectSlug, [recordId], values, now));
  return getRecord(scope, objectSlug, recordId, now);
}
