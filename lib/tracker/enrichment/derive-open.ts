import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { deriveRound } from "@/lib/tracker/enrichment/enrich-workspace";
import {
  BUCKET_S,
  OPEN_BUCKETS_MAX,
  OPEN_DERIVED_MS_MAX,
  SAMPLES_PER_ROUND_MAX,
} from "@/lib/tracker/enrichment/limits";
import { listOpenBuckets } from "@/lib/tracker/enrichment/store";

/** What derives a person's open buckets here right now, or waits to. */
const lastOf = new Map<string, Promise<void>>();

/** Whether time up to an instant is of the quarter of an hour that runs, or of later. */
export function isOpen(to: Date, now: Date): boolean {
  return Math.floor(to.getTime() / 1_000) > Math.floor(now.getTime() / 1_000 / BUCKET_S) * BUCKET_S;
}

/**
 * Derives a person's quarters of an hour that still run, which the job leaves for a while: what was accepted is seen by
 * their next look. Looks of one person follow each other. It takes 200 ms at most; what takes longer goes on behind, is not
 * settled for this look, and is seen by the next. Of more samples than a round holds, or where it fails, it is the job's.
 */
export async function deriveOpen(developerId: string, now: Date): Promise<void> {
  const patience = new AbortController();
  const derive = async () => {
    if (patience.signal.aborted) return;
    const buckets = await listOpenBuckets(developerId, OPEN_BUCKETS_MAX, SAMPLES_PER_ROUND_MAX, now);
    if (buckets.length > 0) await deriveRound(buckets, now);
  };
  const run = (lastOf.get(developerId) ?? Promise.resolve())
    .then(derive)
    .catch((error: unknown) => log.warn({ err: error }, "A quarter of an hour was not derived on reading"))
    .finally(() => {
      if (lastOf.get(developerId) === run) lastOf.delete(developerId);
    });
  lastOf.set(developerId, run);
  const given = sleep(OPEN_DERIVED_MS_MAX, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([run, given]);
  patience.abort();
}
