import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "@/lib/jobs/define-job";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import {
  ENRICH_RETRY_MS,
  ENRICH_TURN_MS,
  HOURS_PER_LISTING_MAX,
  LATE_AFTER_MS,
  PATH_CHARS_READ_MAX,
  REST_LOOK_LATE_MS,
  REST_LOOK_MS,
  REST_LOOKS_FREE,
  REST_PER_LATE_ROUND,
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
  listDirtyProjects,
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

/**
 * Sleeps so long, or until nobody else wants the processor: the worker has the lowest priority, so that whoever does
 * makes it wake up late.
 */
async function rest(ms: number): Promise<void> {
  let freeLooks = 0;
  for (let left = ms; left > 0 && freeLooks < REST_LOOKS_FREE; left -= REST_LOOK_MS) {
    const started = performance.now();
    await sleep(REST_LOOK_MS);
    const lateMs = performance.now() - started - REST_LOOK_MS;
    freeLooks = lateMs < REST_LOOK_LATE_MS ? freeLooks + 1 : 0;
  }
}

let lastRound: Promise<unknown> = Promise.resolve();

/**
 * Lets the rounds of this process follow each other, with a rest after each: enriching is never urgent, and shares
 * processor and database with the uploads that cause it. A burst is stored at full speed and derived in its wake.
 * @param restPer how long to rest, in times of the processor time that the round took
 */
function inTurn<T>(restPer: number, work: () => Promise<T>): Promise<T> {
  const round = lastRound.then(async () => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    return { result, restMs: ((user + system) / 1_000) * restPer };
  });
  lastRound = round.then(({ restMs }) => rest(restMs)).catch(() => {});
  return round.then(({ result }) => result);
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

/** Everything from a random one on, and then what stands before it: so nobody is always last. */
function rotated<T>(items: readonly T[]): T[] {
  const first = Math.floor(Math.random() * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

/**
 * Derives dirty hours of a workspace's projects for one turn, those of the developers of a shard: some of each project
 * in turn, the newest first, and as many of those that wait longest. Whatever the order and partition in which samples
 * came in, late and repeated ones among them, the activity of an hour is that of one run over all of them, because each
 * run starts from the samples and replaces the whole hour.
 * @returns when to go on, behind the other workspaces that wait; undefined when no hour is left
 */
export async function enrichWorkspace(workspaceId: string, shard: number, now: Date): Promise<Outcome> {
  const started = performance.now();
  const elapsedMs = () => Math.round(performance.now() - started);
  const after = (ms: number) => ({ againAt: new Date(now.getTime() + elapsedMs() + ms) });
  for (;;) {
    const projectIds = await listDirtyProjects(workspaceId, shard);
    if (projectIds.length === 0) return undefined;
    let settled = 0;
    for (const projectId of rotated(projectIds)) {
      const { hours, oldestMark } = await listDirtyHours(
        projectId,
        shard,
        HOURS_PER_LISTING_MAX,
        SAMPLES_PER_HOUR_MAX,
      );
      const isLate = oldestMark !== null && now.getTime() - oldestMark.getTime() > LATE_AFTER_MS;
      for (const round of roundsOf(hours)) {
        settled += await inTurn(isLate ? REST_PER_LATE_ROUND : REST_PER_ROUND, () => deriveHours(round));
        if (elapsedMs() >= ENRICH_TURN_MS) return after(0);
      }
    }
    if (settled === 0) return after(ENRICH_RETRY_MS);
  }
}
