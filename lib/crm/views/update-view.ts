import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import type { ObjectRow } from "@/lib/crm/objects/store";
import { findWords } from "@/lib/crm/records/list/find-words";
import { presentView } from "@/lib/crm/views/present";
import { checkView } from "@/lib/crm/views/rules";
import type { UpdateView, View } from "@/lib/crm/views/schema";
import { deleteViewRow, lockView, updateViewRow, type ViewRow } from "@/lib/crm/views/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";

/** A view that the scope's member may change, held: their own, or a shared one if they manage the CRM. */
async function getChangeable(
  tx: Db,
  scope: WorkspaceScope,
  object: ObjectRow,
  viewId: string,
): Promise<ViewRow> {
  const view = orNotFound(await lockView(tx, scope, object, viewId), "View");
  const isMine = view.ownerId === scope.actor.developerId;
  if (!isMine && !scope.permissions.has("can_manage_crm")) {
    throw new AppError("forbidden", "Permission denied");
  }
  return view;
}

/**
 * Changes a view: one's own, or a shared one with `can_manage_crm`.
 * @throws AppError not_found, forbidden, invalid for what does not fit the object
 */
export async function updateView(
  scope: WorkspaceScope,
  objectSlug: string,
  viewId: string,
  body: UpdateView,
  now: Date,
): Promise<View> {
  return transaction(async (tx) => {
    const object = await getObject(tx, scope.workspaceId, objectSlug, now);
    const before = await getChangeable(tx, scope, object, viewId);
    if (body.is_shared === false && before.ownerId !== scope.actor.developerId) {
      throw new AppError("forbidden", "Only its owner can make a view personal");
    }
    const given = omitUndefined({ filter: body.filter, sort: body.sort, columns: body.columns });
    // Only what is given: an attribute that was archived since must not keep a view from being renamed.
    const words = await findWords(tx, scope, object, JSON.stringify(given.filter ?? null), "UTC", now);
    checkView(object.attributes, { filter: null, sort: null, columns: [], ...given }, words);
    const after = {
      ...before,
      ...given,
      name: body.name ?? before.name,
      isShared: body.is_shared ?? before.isShared,
    };
    return presentView(scope, object, await updateViewRow(tx, before, after));
  });
}

/** Removes a view; who may, as `updateView`. @throws AppError not_found, forbidden */
export async function deleteView(
  scope: WorkspaceScope,
  objectSlug: string,
  viewId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const object = await getObject(tx, scope.workspaceId, objectSlug, now);
    await deleteViewRow(tx, await getChangeable(tx, scope, object, viewId));
  });
}
