import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { deleteObjectRow, hasLiveRecords, listReferrers, lockObject } from "@/lib/crm/objects/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

/**
 * Removes an object of the workspace's own for good, with its attributes, views and deleted records.
 * @throws AppError not_found; conflict for a built-in one, and while it has records or others refer to it
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
    await deleteObjectRow(tx, object);
    const { singularName, pluralName, description } = object;
    const before = { slug, singularName, pluralName, description };
    const target = { type: "crm_object", id: object.id };
    await recordAudit(tx, scope, { action: "crm_object.deleted", target, before }, now);
  });
}
