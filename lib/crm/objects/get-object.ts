import { BUILT_IN_OBJECTS } from "@/lib/crm/objects/catalog";
import {
  findObject,
  insertBuiltInObjects,
  listObjectRows,
  lockObjectShared,
  type ObjectRow,
} from "@/lib/crm/objects/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

export type { ObjectRow };

/**
 * An object of a workspace with its attributes. The built-in ones come into being when they are first asked for, so
 * that workspaces older than them have them too.
 * @throws AppError not_found
 */
export async function getObject(tx: Db, workspaceId: string, slug: string, now: Date): Promise<ObjectRow> {
  const found = await findObject(tx, workspaceId, slug);
  if (found) return found;
  if (BUILT_IN_OBJECTS.some((object) => object.slug === slug)) {
    await insertBuiltInObjects(tx, workspaceId, now);
    const made = await findObject(tx, workspaceId, slug);
    if (made) return made;
  }
  throw new AppError("not_found", "Object not found");
}

/** As `getObject`, and its attributes stay as they are until the transaction ends: for those who write records. */
export async function getLockedObject(
  tx: Db,
  workspaceId: string,
  slug: string,
  now: Date,
): Promise<ObjectRow> {
  await lockObjectShared(tx, workspaceId, slug);
  return getObject(tx, workspaceId, slug, now);
}

/** All objects of a workspace with their attributes, the built-in ones first. */
export async function getObjects(tx: Db, workspaceId: string, now: Date): Promise<ObjectRow[]> {
  const found = await listObjectRows(tx, workspaceId);
  const has = (slug: string) => found.some((object) => object.slug === slug);
  if (BUILT_IN_OBJECTS.every(({ slug }) => has(slug))) return found;
  await insertBuiltInObjects(tx, workspaceId, now);
  return listObjectRows(tx, workspaceId);
}
