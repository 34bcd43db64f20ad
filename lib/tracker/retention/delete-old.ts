import type { Batch } from "@/lib/jobs/in-batches";
import { transaction } from "@/lib/platform/database";
import { enqueueEraseObjects } from "@/lib/tracker/evidence/enqueue-erase-objects";
import { RETENTION_PAGE_PEOPLE } from "@/lib/tracker/retention/limits";
import {
  deleteOldEvidence,
  deleteSamplesById,
  listOldSamples,
  listPeople,
  type Person,
} from "@/lib/tracker/retention/store";
import { deleteUnusedContexts, lockDevicesOf } from "@/lib/tracker/samples/store";

/**
 * Deletes old rows of all people, one page of people at a time.
 * @param deleteOf deletes at most `limit` rows of a page's people, and returns how many
 */
export function forAllPeople(deleteOf: (people: readonly Person[], limit: number) => Promise<number>): Batch {
  let page: Person[] | undefined;
  return async (limit) => {
    page ??= await listPeople(null, RETENTION_PAGE_PEOPLE);
    if (page.length === 0) return 0;
    if ((await deleteOf(page, limit)) < limit) {
      page = await listPeople(page.at(-1)?.id ?? null, RETENTION_PAGE_PEOPLE);
    }
    return limit;
  };
}

/** Deletes samples past their retention, with what was derived from them and the content that only they referred to. */
export async function deleteSamples(people: readonly Person[], limit: number, now: Date): Promise<number> {
  const old = await listOldSamples(people, limit, now);
  if (old.length === 0) return 0;
  await transaction(async (tx) => {
    await lockDevicesOf(tx, [...new Set(old.map(({ developerId }) => developerId))]);
    await deleteUnusedContexts(tx, await deleteSamplesById(tx, old));
  });
  return old.length;
}

/** Deletes the rows of screenshots past their retention; a job in the same transaction deletes their objects. */
export async function deleteEvidence(people: readonly Person[], limit: number, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const gone = await deleteOldEvidence(tx, people, limit, now);
    for (const { developerId, refs } of gone) await enqueueEraseObjects(tx, developerId, refs, now);
    return gone.reduce((count, { refs }) => count + refs.length, 0);
  });
}
