import { getLockedObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { presentRecord } from "@/lib/crm/records/present";
import type { RecordRow } from "@/lib/crm/records/store";
import { getLockedRecords } from "@/lib/crm/records/write-records";
import type { Writer } from "@/lib/crm/records/writer";
import { AppError } from "@/lib/http/app-error";
import { type IfMatch, isMatched } from "@/lib/http/if-match";
import { type Db, transaction } from "@/lib/platform/database";

/**
 * Changes a record in a transaction, provided that it is in a version that the caller names. The record is held from the
 * comparison to the change, so that of two who name the same version one finds it gone.
 * @throws AppError precondition_failed, with the record as it is now; not_found; what `change` throws
 */
export async function changeIfMatched(
  writer: Writer,
  objectSlug: string,
  recordId: string,
  ifMatch: IfMatch,
  change: (tx: Db) => Promise<unknown>,
  now: Date,
): Promise<void> {
  const stale = await transaction(async (tx) => {
    if (ifMatch !== null) {
      const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
      const [record] = await getLockedRecords(tx, writer.workspaceId, object, [recordId]);
      if (record && !isMatched(ifMatch, record.rowVersion)) return { object, record };
    }
    await change(tx);
    return null;
  });
  if (stale !== null) throw await staleRecord(stale.object, stale.record);
}

/** The refusal of a change to another version of a record, with the record as it is now; to be made outside the transaction. */
export async function staleRecord(object: ObjectRow, record: RecordRow): Promise<AppError> {
  return new AppError("precondition_failed", "Someone else has changed this record in the meantime.", {
    state: { record: await presentRecord(object, record) },
  });
}
