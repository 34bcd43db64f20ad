import { RETITLED_PER_BATCH } from "@/lib/crm/attributes/limits";
import { getLockedObject } from "@/lib/crm/objects/get-object";
import { updateTitles } from "@/lib/crm/records/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Db } from "@/lib/platform/database";

/** An object whose attributes name its records anew. */
export type Retitling = { workspaceId: string; object: string };

/**
 * Calls some records of an object what its attributes call them now, after another text has become the first. That is no
 * change of theirs: nobody hears of it. Safe to repeat: those that are called so are not found again.
 * @returns whether there may be more
 * @throws AppError not_found if the object is gone
 */
export async function retitleRecords(
  tx: Db,
  { workspaceId, object: slug }: Retitling,
  now: Date,
): Promise<boolean> {
  const object = await getLockedObject(tx, workspaceId, slug, now);
  const texts = object.attributes.filter(({ type }) => traitsOf(type).isSearched).map((each) => each.slug);
  return (await updateTitles(tx, object.id, texts, RETITLED_PER_BATCH)) === RETITLED_PER_BATCH;
}
