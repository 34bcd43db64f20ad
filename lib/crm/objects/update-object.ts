import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { auditedObject, presentObject } from "@/lib/crm/objects/present";
import type { CrmObject, UpdateObject } from "@/lib/crm/objects/schema";
import { updateObjectRow } from "@/lib/crm/objects/store";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";

/** Changes what an object is called. @throws AppError not_found */
export async function updateObject(
  scope: WorkspaceScope,
  slug: string,
  { singular_name: singularName, plural_name: pluralName, description }: UpdateObject,
  now: Date,
): Promise<CrmObject> {
  const { workspaceId, actor } = scope;
  return transaction(async (tx) => {
    const before = await getObject(tx, workspaceId, slug, now);
    const change = omitUndefined({ singularName, pluralName, description });
    const after = await updateObjectRow(tx, before, change);
    const target = { type: "crm_object", id: before.id };
    const entry = {
      action: "crm_object.updated",
      target,
      before: auditedObject(before),
      after: auditedObject(after),
    };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    return presentObject(after);
  });
}
