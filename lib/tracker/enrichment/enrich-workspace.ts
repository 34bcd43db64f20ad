import type { Outcome } from "@/lib/jobs/define-job";
import { mapInSlices, rest } from "@/lib/jobs/rest";
import { isPrivateCategory } from "@/lib/tracker/enrichment/attribution-rules";
import { bucketsAfter } from "@/lib/tracker/enrichment/carry-rules";
import { type HeldBucket, markHeld } from "@/lib/tracker/enrichment/carry-store";
import { upsertDerivations } from "@/lib/tracker/enrichment/derivation-store";
import { type DerivedBucket, deriveByRules, keyOf } from "@/lib/tracker/enrichment/derive-buckets";
import {
  BUCKETS_PER_LISTING_MAX,
  ENRICH_RETRY_MS,
  ENRICH_TURN_MS,
  LATE_AFTER_MS,
  MOVED_FROM_CONFIDENCE,
  REST_PER_LATE_ROUND,
  REST_PER_ROUND,
  SAMPLES_PER_BUCKET_MAX,
  SAMPLES_PER_ROUND_MAX,
} from "@/lib/tracker/enrichment/limits";
import {
  type Bucket,
  countWaitingShards,
  type DirtyBucket,
  listDirtyBuckets,
  markBuckets,
  settleBuckets,
} from "@/lib/tracker/enrichment/marks-store";
import {
  activityByWorkspace,
  activityOf,
  type Derivation,
  differs,
  projectFor,
  wholeBucket,
} from "@/lib/tracker/enrichment/rules";
import { findWorkspacesOf } from "@/lib/tracker/enrichment/surroundings-store";
import { dropEvidenceOfSamples } from "@/lib/tracker/evidence/drop-evidence";

/** Splits buckets, in order, into rounds with few enough samples that the event loop isn't blocked for long. */
function roundsOf(buckets: DirtyBucket[]): DirtyBucket[][] {
  const rounds: DirtyBucket[][] = [];
  let room = 0;
  for (const bucket of buckets) {
    if (rounds.length === 0 || room < bucket.sampleCount) {
      rounds.push([]);
      room = SAMPLES_PER_ROUND_MAX;
    }
    rounds.at(-1)?.push(bucket);
    room -= bucket.sampleCount;
  }
  return rounds;
}

let lastRound: Promise<unknown> = Promise.resolve();

/**
 * Runs the rounds of this process one at a time, with a pause after each: enrichment is never urgent, and shares the
 * processor and the database with the uploads that cause it. A burst is stored at full speed and derived afterwards.
 * @param restPer length of the pause, as a multiple of the processor time that the round took
 */
export function inTurn<T>(restPer: number, work: () => Promise<T>): Promise<T> {
  const round = lastRound.then(async () => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    return { result, restMs: ((user + system) / 1_000) * restPer };
  });
  lastRound = round.then(({ restMs }) => rest(restMs)).catch(() => {});
  return round.then(({ result }) => result);
}

/** The workspaces whose projects the samples of a bucket came from, for buckets with samples from several. */
function workspacesOf(derived: readonly DerivedBucket[]): Promise<Map<string, string>> {
  const mixed = derived
    .map(({ counted }) => [...new Set(counted.map(projectFor))])
    .filter((projects) => projects.length > 1);
  return findWorkspacesOf([...new Set(mixed.flat())]);
}

/**
 * Later buckets whose samples may change, because what a device was surely at before them is new or changed. Only later
 * ones, so that marking comes to an end.
 * @param changed ids of samples that are derived as something else than before
 */
function bucketsSpokenFor(
  buckets: readonly Bucket[],
  derived: readonly DerivedBucket[],
  changed: ReadonlyMap<string, Derivation>,
): HeldBucket[] {
  const inRound = new Set(buckets.map(keyOf));
  const found = new Map<string, HeldBucket>();
  for (const [index, own] of buckets.entries()) {
    for (const { sample, sureUntil } of derived[index]?.counted ?? []) {
      if (!changed.has(sample.id)) continue;
      const wasSure = sample.signal === "correction" || (sample.confidence ?? 0) >= MOVED_FROM_CONFIDENCE;
      if (sureUntil === null && !wasSure) continue;
      for (const bucket of bucketsAfter(sureUntil ?? sample.end)) {
        const later = { developerId: own.developerId, bucket, by: own.bucket };
        if (bucket > own.bucket && !inRound.has(keyOf(later))) found.set(keyOf(later), later);
      }
    }
  }
  return [...found.values()];
}

/**
 * Derives one round of buckets. If other rules were put in force meanwhile, it marks all of them again, because it may
 * have overwritten the results of the newer rules.
 * @returns how many buckets are settled; the others changed meanwhile and stay dirty
 */
export async function deriveRound(buckets: DirtyBucket[], now: Date): Promise<number> {
  const { derived, rules } = await deriveByRules(buckets);
  const workspaceOf = await workspacesOf(derived);
  const changed = new Map<string, Derivation>();
  const ends = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  const hidden = new Set<string>();
  const sums = await mapInSlices(buckets, ({ developerId, bucket }, index) => {
    const { counted, excess } = derived[index] ?? { counted: [], excess: 0 };
    for (const { sample, derivation, isMain, cut } of counted) {
      const isChanged = isMain && differs(sample, derivation);
      if (isChanged) {
        changed.set(sample.id, derivation);
        ends.first = Math.min(ends.first, sample.end);
        ends.last = Math.max(ends.last, sample.end);
      }
      // If its person called any part of a sample private, the whole screenshot is hidden.
      if ((isChanged || cut) && isPrivateCategory(derivation.category)) hidden.add(sample.id);
    }
    const whole = wholeBucket(bucket);
    const byWorkspace = activityByWorkspace(counted, workspaceOf, whole);
    return { developerId, bucket, excess, activity: activityOf(counted, whole), byWorkspace };
  });
  // First, because afterwards nobody sees any more that they changed.
  await markHeld(bucketsSpokenFor(buckets, derived, changed), now);
  await upsertDerivations(changed, ends);
  await dropEvidenceOfSamples([...hidden], now);
  const settled = await settleBuckets(buckets, sums);
  if (!(await rules.stillHold())) await markBuckets(buckets, now);
  return settled;
}

/**
 * Derives buckets that somebody is waiting for: at once, without pauses, for `msMax` at most. The jobs do the rest.
 * @returns whether all of them are settled
 */
export async function deriveNow(buckets: DirtyBucket[], msMax: number, now: Date): Promise<boolean> {
  const endsAt = performance.now() + msMax;
  let settled = 0;
  for (const round of roundsOf(buckets)) {
    if (performance.now() >= endsAt) return false;
    settled += await deriveRound(round, now);
  }
  return settled === buckets.length;
}

/**
 * Derives the dirty buckets of one shard of a workspace's developers, for one turn: half of them the newest, half those
 * that have waited longest.
 *
 * A bucket's activity does not depend on the order or the batches in which its samples arrived, late and repeated ones
 * included: each run starts from the stored samples and replaces the whole bucket. Quarters of an hour that are still
 * running are left until they are due; then the sweep, or the job that the next upload adds, takes them.
 * @returns when to continue, after the other workspaces that are waiting; undefined if no bucket is due
 */
export async function enrichWorkspace(workspaceId: string, shard: number, now: Date): Promise<Outcome> {
  const started = performance.now();
  const elapsedMs = () => Math.round(performance.now() - started);
  const after = (ms: number) => ({ againAt: new Date(now.getTime() + elapsedMs() + ms) });
  // A workspace's shards share one turn, so that a large workspace doesn't get a turn for each shard.
  const turnMs = ENRICH_TURN_MS / Math.max(1, await countWaitingShards(workspaceId, now));
  for (;;) {
    const { buckets, oldestDue } = await listDirtyBuckets(
      workspaceId,
      shard,
      BUCKETS_PER_LISTING_MAX,
      SAMPLES_PER_BUCKET_MAX,
      new Date(now.getTime() + elapsedMs()),
    );
    if (buckets.length === 0) return undefined;
    const isLate = oldestDue !== null && now.getTime() - oldestDue.getTime() > LATE_AFTER_MS;
    let settled = 0;
    for (const round of roundsOf(buckets)) {
      settled += await inTurn(isLate ? REST_PER_LATE_ROUND : REST_PER_ROUND, () => deriveRound(round, now));
      if (elapsedMs() >= turnMs) return after(0);
    }
    if (settled === 0) return after(ENRICH_RETRY_MS);
  }
}
