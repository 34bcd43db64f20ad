import type { Outcome } from "@/lib/jobs/define-job";
import { BATCHES_RUN_MS } from "@/lib/jobs/limits";

/**
 * Does up to `limit` rows of something.
 * @returns how many there were; fewer than `limit` when there are no more
 */
export type Batch = (limit: number) => Promise<number>;

/**
 * Does what a job has to do with many rows in batches of `rows`, so that none holds rows for long: one of each kind in
 * turn, until none is left, or until the run has had `msMax`. A run that leaves some asks to go on at once, behind the
 * jobs that wait already: what piles up is worked off as fast as the machine can, and nobody waits for all of it.
 * @returns the outcome for the job
 */
export async function inBatches(
  rows: number,
  kinds: readonly Batch[],
  msMax = BATCHES_RUN_MS,
): Promise<Outcome> {
  const endsAt = performance.now() + msMax;
  let left = kinds;
  do {
    const unfinished: Batch[] = [];
    for (const kind of left) if ((await kind(rows)) >= rows) unfinished.push(kind);
    left = unfinished;
  } while (left.length > 0 && performance.now() < endsAt);
  return left.length > 0 ? { againAt: new Date() } : undefined;
}
