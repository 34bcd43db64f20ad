import type { WorkspaceScope } from "@/lib/access/authorise";
import { retitleRecordsJob } from "@/lib/crm/attributes/jobs";
import { listAttributes } from "@/lib/crm/attributes/list-attributes";
import { retitleRecords } from "@/lib/crm/attributes/retitle-records";
import type { Attribute, AttributeOrder } from "@/lib/crm/attributes/schema";
import { setAttributeOrder } from "@/lib/crm/attributes/store";
import { getObject } from "@/lib/crm/objects/get-object";
import { lockObject } from "@/lib/crm/objects/store";
import { textsAmong } from "@/lib/crm/records/value-keys";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";

/**
 * Puts the attributes in use into an order. The first text among them is what records are called: some at once, and many
 * by a job.
 * @throws AppError not_found; conflict when the slugs are not exactly those in use, because someone else changed them
 */
export async function orderAttributes(
  scope: WorkspaceScope,
  objectSlug: string,
  { slugs }: AttributeOrder,
  now: Date,
): Promise<Attribute[]> {
  await transaction(async (tx) => {
    const { id } = await getObject(tx, scope.workspaceId, objectSlug, now);
    await lockObject(tx, id);
    const object = await getObject(tx, scope.workspaceId, objectSlug, now);
    const inUse = object.attributes.map(({ slug }) => slug).sort();
    if (inUse.join() !== [...slugs].sort().join()) {
      throw new AppError("conflict", "These are not the attributes in use: load them again");
    }
    await setAttributeOrder(tx, object, slugs);
    const texts = textsAmong(object.attributes);
    if (texts.join() === slugs.filter((slug) => texts.includes(slug)).join()) return;
    const retitling = { workspaceId: scope.workspaceId, object: objectSlug };
    const last = await retitleRecords(tx, retitling, null, now);
    if (last !== null) await enqueue(tx, retitleRecordsJob, retitling, now);
  });
  return listAttributes(scope, objectSlug, now);
}
