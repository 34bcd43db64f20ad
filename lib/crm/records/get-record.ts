import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { presentRecord } from "@/lib/crm/records/present";
import type { CrmRecord } from "@/lib/crm/records/schema";
import { findRecords, type RecordRow } from "@/lib/crm/records/store";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

/** A record of the scope's workspace with its object, deleted or not. @throws AppError not_found */
export async function findRecordOf(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  now: Date,
): Promise<{ object: ObjectRow; record: RecordRow }> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  const [record] = await findRecords(db(), scope.workspaceId, object.id, [recordId]);
  if (!record) throw new AppError("not_found", "Record not found");
  return { object, record };
}

/**
 * One record.
 * @param orDeleted whether it may be a deleted one that can still be restored
 * @throws AppError not_found
 */
export async function getRecord(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  now: Date,
  orDeleted = false,
): Promise<CrmRecord> {
  const { object, record } = await findRecordOf(scope, objectSlug, recordId, now);
  if (record.deletedAt !== null && !orDeleted) throw new AppError("not_found", "Record not found");
  return presentRecord(object, record);
}
