import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import { lockObject } from "@/lib/crm/objects/store";
import { findWords } from "@/lib/crm/records/list/find-words";
import { VIEWS_PER_OBJECT_MAX } from "@/lib/crm/views/limits";
import { presentView } from "@/lib/crm/views/present";
import { checkView } from "@/lib/crm/views/rules";
import type { CreateView, View } from "@/lib/crm/views/schema";
import { countViews, insertView } from "@/lib/crm/views/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

/**
 * Saves a view of an object; it is its maker's, shared or not.
 * @throws AppError not_found, invalid for what does not fit the object, conflict when there are as many as may be
 */
export async function createView(
  scope: WorkspaceScope,
  objectSlug: string,
  { is_shared: isShared, ...values }: CreateView,
  now: Date,
): Promise<View> {
  return transaction(async (tx) => {
    const object = await getObject(tx, scope.workspaceId, objectSlug, now);
    const words = await findWords(tx, scope, object, JSON.stringify(values.filter), "UTC", now);
    checkView(object.attributes, values, words);
    await lockObject(tx, object.id);
    if ((await countViews(tx, object)) >= VIEWS_PER_OBJECT_MAX) {
      throw new AppError("conflict", `An object has at most ${VIEWS_PER_OBJECT_MAX} views`);
    }
    const row = await insertView(tx, scope, object, { ...values, isShared }, now);
    return presentView(scope, object, row);
  });
}
