import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { deriveRound } from "@/lib/tracker/enrichment/enrich-workspace";
import {
  BUCKET_S,
  OPEN_BUCKETS_MAX,
  OPEN_DERIVED_MS_MAX,
  SAMPLES_PER_ROUND_MAX,
} from "@/lib/tracker/enrichment/limits";
import { listOpenBuckets } from "@/lib/tracker/enrichment/marks-store";

/** The last derivation of each person's open buckets in this process, running or waiting. */
const lastOf = new Map<string, Promise<void>>();

/** Whether time up to an instant lies in the current quarter of an hour, or later. */
export function isOpen(to: Date, now: Date): boolean {
  return Math.floor(to.getTime() / 1_000) > Math.floor(now.getTime() / 1_000 / BUCKET_S) * BUCKET_S;
}

/**
 * Derives a person's current quarters of an hour, which the job defers, so that their next look shows what was
 * uploaded. One derivation per person runs at a time. The caller waits 200 ms at most; a slower derivation continues in
 * the background and shows in the next look. If it fails, or there are more samples than fit a round, it is left to the
 * job.
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
