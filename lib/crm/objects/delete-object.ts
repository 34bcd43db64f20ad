import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudits } from "@/lib/audit/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { auditedObject } from "@/lib/crm/objects/present";
import {
  deleteObjectRow,
  hasLiveRecords,
  listDeletedWith,
  listRecordIds,
  listReferrers,
  lockObject,
} from "@/lib/crm/objects/store";
import { RECORDS_ERASED_PER_BATCH } from "@/lib/crm/records/limits";
import { withdrawAbout } from "@/lib/crm/records/withdraw-about";
import { AppError } from "@/lib/http/app-error";
import { chunks } from "@/lib/platform/chunks";
import { transaction } from "@/lib/platform/database";

/**
 * Removes an object of the workspace's own for good, with its attributes, views, deleted records, automations and
 * sequences, and with what people were notified of about these records.
 * @throws AppError not_found; conflict for a built-in one, and while it has records or an attribute in use refers to it
 */
export async function deleteObject(scope: WorkspaceScope, slug: string, now: Date): Promise<void> {
  const { workspaceId } = scope;
  await transaction(async (tx) => {
    const object = await getObject(tx, workspaceId, slug, now);
    if (object.isSystem) throw new AppError("conflict", "Built-in objects cannot be deleted");
    await lockObject(tx, object.id);
    if (await hasLiveRecords(tx, object)) {
      throw new AppError("conflict", "Delete its records before the object");
    }
    const referrers = await listReferrers(tx, object);
    if (referrers.length > 0) {
      throw new AppError("conflict", `Other objects refer to it (${referrers.join(", ")})`);
    }
    const others = await listDeletedWith(tx, object);
    for (const some of chunks(await listRecordIds(tx, object), RECORDS_ERASED_PER_BATCH)) {
      await withdrawAbout(tx, some);
    }
    await deleteObjectRow(tx, object);
    const before = auditedObject(object);
    const target = { type: "crm_object", id: object.id };
    const entries = [
      { workspaceId, action: "crm_object.deleted", target, before },
      // As if each had been deleted by itself: whoever looks for one finds who took it away.
      ...others.map(({ type, id, name }) => ({
        workspaceId,
        action: `${type}.deleted`,
        target: { type, id },
        before: { name },
      })),
    ];
    await recordAudits(tx, scope.actor, entries, now);
  });
}
