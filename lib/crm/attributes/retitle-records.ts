import { RETITLED_PER_BATCH } from "@/lib/crm/attributes/limits";
import { getLockedObject } from "@/lib/crm/objects/get-object";
import { updateTitles } from "@/lib/crm/records/store";
import { textsAmong } from "@/lib/crm/records/value-keys";
import type { Db } from "@/lib/platform/database";

/** An object whose attributes name its records anew. */
export type Retitling = { workspaceId: string; object: string };

/**
 * Calls some records of an object what its attributes call them now, after another text has become the first. That is no
 * change of theirs: nobody hears of it. Safe to repeat.
 * @param after the record after which to go on; null begins with the first
 * @returns the last of them; null once there are no more
 * @throws AppError not_found if the object is gone
 */
export async function retitleRecords(
  tx: Db,
  { workspaceId, object: slug }: Retitling,
  after: string | null,
  now: Date,
): Promise<string | null> {
  const object = await getLockedObject(tx, workspaceId, slug, now);
  return updateTitles(tx, object.id, textsAmong(object.attributes), after, RETITLED_PER_BATCH);
}
