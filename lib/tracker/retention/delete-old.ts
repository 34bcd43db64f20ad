import { enqueue } from "@/lib/jobs/enqueue";
import type { Batch } from "@/lib/jobs/in-batches";
import { transaction } from "@/lib/platform/database";
import { eraseEvidenceObjects } from "@/lib/tracker/evidence/jobs";
import { RETENTION_PAGE_PEOPLE } from "@/lib/tracker/retention/limits";
import { deleteOldEvidence, listPeople, type Person } from "@/lib/tracker/retention/store";

/**
 * What deletes the old rows of all people, a page of them after another.
 * @param deleteOf deletes at most `limit` rows of a page's people, and answers how many
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

/** Deletes screenshots whose time is over, rows and objects: a job in the same transaction deletes these. */
export async function deleteEvidence(people: readonly Person[], limit: number, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const gone = await deleteOldEvidence(tx, people, limit, now);
    for (const { developerId, refs } of gone) {
      const objects = { developer_id: developerId, refs, erased_at: now.toISOString() };
      await enqueue(tx, eraseEvidenceObjects, objects, now);
    }
    return gone.reduce((count, { refs }) => count + refs.length, 0);
  });
}
