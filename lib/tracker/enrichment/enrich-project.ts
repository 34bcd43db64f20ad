import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "@/lib/jobs/define-job";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import {
  ENRICH_RETRY_MS,
  HOURS_PER_LISTING_MAX,
  LISTINGS_PER_RUN_MAX,
  PATH_CHARS_READ_MAX,
  REST_PER_ROUND,
  SAMPLES_PER_HOUR_MAX,
  SAMPLES_PER_ROUND_MAX,
  TITLE_CHARS_READ_MAX,
  URL_CHARS_READ_MAX,
} from "@/lib/tracker/enrichment/limits";
import { activityOf, type Derivation, derive, differs } from "@/lib/tracker/enrichment/rules";
import {
  type DirtyHour,
  findKnownKeys,
  listDirtyHours,
  listSamplesOfHours,
  type ReadSample,
  settleHours,
  upsertDerivations,
} from "@/lib/tracker/enrichment/store";

const CHARS_READ = { title: TITLE_CHARS_READ_MAX, url: URL_CHARS_READ_MAX, path: PATH_CHARS_READ_MAX };
const LAYERS = [BUILT_IN_LAYER];

/** Parts hours, in order, into rounds of so many samples that the event loop is never held for long. */
function roundsOf(hours: DirtyHour[]): DirtyHour[][] {
  const rounds: DirtyHour[][] = [];
  let room = 0;
  for (const hour of hours) {
    if (rounds.length === 0 || room < hour.sampleCount) {
      rounds.push([]);
      room = SAMPLES_PER_ROUND_MAX;
    }
    rounds.at(-1)?.push(hour);
    room -= hour.sampleCount;
  }
  return rounds;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Lets the rounds of all jobs of this process take turns, with a rest after each: enriching is never urgent, and shares
 * processor and database with the uploads that cause it. A burst is stored at full speed and derived in its wake.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(async () => {
    const started = performance.now();
    const result = await work();
    return { result, restMs: (performance.now() - started) * REST_PER_ROUND };
  });
  lastTurn = turn.then(({ restMs }) => sleep(restMs)).catch(() => {});
  return turn.then(({ result }) => result);
}

/** Derives a round of hours. Returns how many of them are settled; the others changed meanwhile and stay dirty. */
async function deriveHours(hours: DirtyHour[]): Promise<number> {
  const samplesOfHours = await listSamplesOfHours(hours, SAMPLES_PER_HOUR_MAX, CHARS_READ);
  const keysOf = await findKnownKeys(
    hours.map((hour) => hour.developerId),
    samplesOfHours.flat().map((sample) => sample.boundProjectId),
  );
  const changed = new Map<string, Derivation>();
  const activity = hours.flatMap(({ developerId, hour }, i) => {
    const derivations = new Map<ReadSample, Derivation>();
    for (const sample of samplesOfHours[i] ?? []) {
      const derivation = derive(sample, LAYERS, keysOf(developerId, sample.boundProjectId));
      derivations.set(sample, derivation);
      if (differs(sample, derivation)) changed.set(sample.id, derivation);
    }
    return activityOf(derivations, hour).map((row) => ({ ...row, developerId, hour }));
  });
  await upsertDerivations(changed);
  return settleHours(hours, activity);
}

/**
 * Derives every dirty hour that is the project's to derive, a round at a time. Whatever the order and partition in
 * which samples came in, late and repeated ones among them, the activity of an hour is that of one run over all of
 * them, because each run starts from the samples and replaces the whole hour.
 */
export async function deriveDirtyHours(projectId: string, now: Date): Promise<Outcome> {
  for (let listing = 0; listing < LISTINGS_PER_RUN_MAX; listing++) {
    const hours = await listDirtyHours(projectId, HOURS_PER_LISTING_MAX, SAMPLES_PER_HOUR_MAX);
    if (hours.length === 0) return undefined;
    let settled = 0;
    for (const round of roundsOf(hours)) settled += await inTurn(() => deriveHours(round));
    if (settled === 0) return { againAt: new Date(now.getTime() + ENRICH_RETRY_MS) };
  }
  return { againAt: now };
}
