import type { Outcome } from "@/lib/jobs/define-job";
import { BATCHES_RUN_MS } from "@/lib/jobs/limits";

/**
 * Handles up to `limit` rows.
 * @returns how many there were; fewer than `limit` if there are no more
 */
export type Batch = (limit: number) => Promise<number>;

/**
 * Handles many rows in batches of `rows`, so that no batch locks rows for long: one batch of each kind in turn, until
 * none is left or the run has taken `msMax`. If rows are left, it asks to run again behind the jobs that are already
 * waiting. So a backlog is worked off as fast as the machine can, and nobody waits for all of it.
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
