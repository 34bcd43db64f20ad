import {
  type Attribution,
  attribute,
  type KnownKeys,
  type Mention,
  mentionsOf,
  type TaskExists,
} from "@/lib/tracker/enrichment/attribution-rules";
import {
  type Categorised,
  categorise,
  type RuleLayer,
  type Verdicts,
} from "@/lib/tracker/enrichment/category-rules";
import { BUCKET_S, ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import { type Presence, rankOf } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What the server makes of one sample: what it was, by which rule, and what it was for. */
export type Derivation = Categorised & Attribution & { version: string };

/** The rules of a sample, those first that decide first, and which versions of them: equal ones are one object. */
export type Rules = { layers: readonly RuleLayer[]; version: string };

/** Seconds of a bucket that went to one project, task and category; to no project where that is null. */
export type Activity = {
  projectId: string | null;
  category: string;
  taskKey: string | null;
  seconds: number;
};

/** Which of a workspace's jobs derives a developer's buckets: by the last digit of their id, which is random. */
export function shardOf(developerId: string): number {
  return Number.parseInt(developerId.slice(-1), ENRICH_SHARDS);
}

/** A sample's category, and the tasks that it may be for, if they exist. */
export type Reading<T extends Sample> = {
  sample: T;
  categorised: Categorised & { version: string };
  mentions: Mention[];
};

/** Reads a sample: a function of the sample, the rules and the keys, and of nothing else. */
export function read<T extends Sample>(
  sample: T,
  { layers, version }: Rules,
  keys: KnownKeys,
  verdicts: Verdicts,
): Reading<T> {
  const categorised = { ...categorise(sample, layers, verdicts), version };
  return { sample, categorised, mentions: mentionsOf(sample, categorised.category, keys) };
}

/** Category and attribution of a sample that was read, given which tasks there are. */
export function derive<T extends Sample>(
  { sample, categorised, mentions }: Reading<T>,
  exists: TaskExists,
): Derivation {
  return { ...categorised, ...attribute(sample, categorised.category, mentions, exists) };
}

/** What is stored of a sample's derivation; all of it null where it was never derived. */
export type StoredDerivation = {
  [field in keyof Omit<Derivation, "presence" | "version">]: Derivation[field] | null;
};

/** Whether deriving again gave something else than what is stored, by whichever version. */
export function differs(stored: StoredDerivation, derivation: Derivation): boolean {
  return (
    stored.category !== derivation.category ||
    stored.ruleId !== derivation.ruleId ||
    stored.projectId !== derivation.projectId ||
    stored.taskKey !== derivation.taskKey ||
    stored.confidence !== derivation.confidence ||
    stored.signal !== derivation.signal ||
    stored.suggestedProjectId !== derivation.suggestedProjectId ||
    stored.suggestedTaskKey !== derivation.suggestedTaskKey
  );
}

type Timed = Pick<Sample, "deviceId" | "eventId" | "end" | "intervalS" | "inputEvents">;

/** A sample, and how much speaks for its person having been there. */
export type Placed<T extends Timed> = { sample: T; presence: Presence };

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Which of two samples a second belongs to that both cover: by presence, then the one with more input per second, then
 * the later one. The last tie falls by device and event id, which the client gave, because a row's own id depends on the
 * order in which batches came in.
 */
function precedence(a: Placed<Timed>, b: Placed<Timed>): number {
  const [one, other] = [a.sample, b.sample];
  return (
    rankOf(a.presence) - rankOf(b.presence) ||
    (other.inputEvents ?? 0) * one.intervalS - (one.inputEvents ?? 0) * other.intervalS ||
    other.end - one.end ||
    compareText(one.deviceId, other.deviceId) ||
    compareText(one.eventId, other.eventId)
  );
}

/** A stretch of time in seconds since 1970, of a bucket at most; its end is not part of it. */
export type Stretch = { from: number; to: number };

const SECONDS = Uint16Array.from({ length: BUCKET_S + 1 }, (_, second) => second);

/** The stretch that a bucket is. */
export function wholeBucket(bucket: number): Stretch {
  return { from: bucket, to: bucket + BUCKET_S };
}

/**
 * Gives each second of a stretch to at most one of the samples that cover it, and yields how many each one won. So a
 * person's time never sums to more than the clock's, however many devices ran. The order of `placed` does not matter.
 */
export function* secondsWon<P extends Placed<Timed>>(
  placed: readonly P[],
  stretch: Stretch,
): Generator<{ placed: P; seconds: number }> {
  const length = stretch.to - stretch.from;
  // free[i] leads to the first second at or after i that nobody holds yet.
  const free = SECONDS.slice(0, length + 1);
  const firstFree = (second: number): number => {
    let found = second;
    while (free[found] !== found) found = free[found] ?? length;
    for (let i = second; i !== found; ) {
      const next = free[i] ?? found;
      free[i] = found;
      i = next;
    }
    return found;
  };
  for (const each of placed.toSorted(precedence)) {
    const { end, intervalS } = each.sample;
    const from = Math.max(0, end - intervalS - stretch.from);
    const to = Math.min(length, end - stretch.from);
    let seconds = 0;
    for (let second = firstFree(Math.min(from, length)); second < to; second = firstFree(second)) {
      free[second] = second + 1;
      seconds++;
    }
    if (seconds > 0) yield { placed: each, seconds };
  }
}

/** What counts for a sum: a sample, its presence and what it was derived as. */
export type Counted<T extends Timed> = Placed<T> & {
  derivation: Omit<Activity, "seconds">;
};

/**
 * What each project, task and category got of a developer's seconds in a stretch, in a settled order. Being away counts
 * nowhere.
 */
export function activityOf<T extends Timed>(counted: readonly Counted<T>[], stretch: Stretch): Activity[] {
  const byKey = new Map<string, Activity>();
  for (const { placed, seconds } of secondsWon(counted, stretch)) {
    const { projectId, category, taskKey } = placed.derivation;
    if (category === "idle") continue;
    const key = `${category} ${projectId} ${taskKey}`;
    const activity = byKey.get(key);
    if (activity) activity.seconds += seconds;
    else byKey.set(key, { projectId, category, taskKey, seconds });
  }
  return [...byKey].toSorted(([a], [b]) => compareText(a, b)).map(([, activity]) => activity);
}

/** What a workspace's own samples came to. */
export type WorkspaceActivity = Activity & { workspaceId: string; projectId: string };

/** The samples that were taken for a workspace. */
export function ofWorkspace<T extends { sample: Pick<Sample, "boundProjectId"> }>(
  counted: readonly T[],
  workspaceOf: ReadonlyMap<string, string>,
  workspaceId: string | undefined,
): T[] {
  return counted.filter(({ sample }) => workspaceOf.get(sample.boundProjectId) === workspaceId);
}

/**
 * What each workspace got of a stretch by its own samples alone, where there are samples of several: a workspace's sums
 * tell nothing of what else its member did, not even that they did. Empty where all samples are of one.
 * @param workspaceOf the workspaces of projects; one that is gone has none
 */
export function activityByWorkspace<T extends Timed & Pick<Sample, "boundProjectId">>(
  counted: readonly Counted<T>[],
  workspaceOf: ReadonlyMap<string, string>,
  stretch: Stretch,
): WorkspaceActivity[] {
  const workspaces = new Set(counted.map(({ sample }) => workspaceOf.get(sample.boundProjectId)));
  if (workspaces.size < 2) return [];
  return [...workspaces].flatMap((workspaceId) =>
    activityOf(ofWorkspace(counted, workspaceOf, workspaceId), stretch).flatMap(({ projectId, ...row }) =>
      workspaceId === undefined || projectId === null ? [] : [{ ...row, workspaceId, projectId }],
    ),
  );
}
