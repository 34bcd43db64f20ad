import {
  type Attribution,
  type Mention,
  type TaskExists,
  type Weighed,
  weigh,
} from "@/lib/tracker/enrichment/attribution-rules";
import {
  type Before,
  type Categorised,
  categorise,
  type RuleLayer,
  type Verdicts,
} from "@/lib/tracker/enrichment/category-rules";
import {
  type Correction,
  correctAttribution,
  correctCategory,
  type Piece,
  piecesOf,
} from "@/lib/tracker/enrichment/correction-rules";
import { BUCKET_S, ENRICH_SHARDS, SUMMED_NAME_CHARS_MAX } from "@/lib/tracker/enrichment/limits";
import { mentionsOf, type Surroundings } from "@/lib/tracker/enrichment/mention-rules";
import { type Presence, rankOf } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalRepository } from "@/lib/tracker/enrichment/spellings";

/** What the server makes of one sample: what it was, by which rule, and what it was for. */
export type Derivation = Categorised & Attribution & { version: string };

/** The rules of a sample, those first that decide first, and which versions of them: equal ones are one object. */
export type Rules = { layers: readonly RuleLayer[]; version: string };

/** By which app and repository time is summed; null for what is private, and for none. */
export type Place = { app: string | null; repository: string | null };

/**
 * Seconds of a bucket that went to one project, task and category, in one app and repository; to no project where that is
 * null.
 */
export type Activity = Place & {
  projectId: string | null;
  category: string;
  taskKey: string | null;
  seconds: number;
};

const NOWHERE: Place = { app: null, repository: null };

/** Where a sample's time is summed up. Of what is private nothing is told, not even the app. */
export function placeOf({ appName, repo }: Pick<Sample, "appName" | "repo">, category: string): Place {
  if (category === "sensitive") return NOWHERE;
  const repository = repo === null ? null : normalRepository(repo).slice(0, SUMMED_NAME_CHARS_MAX);
  return { app: appName.slice(0, SUMMED_NAME_CHARS_MAX) || null, repository: repository || null };
}

/** Which of a workspace's jobs derives a developer's buckets: by the last digit of their id, which is random. */
export function shardOf(developerId: string): number {
  return Number.parseInt(developerId.slice(-1), ENRICH_SHARDS);
}

/** A piece of a sample with its category, and the tasks that it may be for, if they exist. */
export type Reading<T extends Sample> = {
  sample: T;
  piece: Piece;
  categorised: Categorised & { version: string };
  mentions: Mention[];
};

/**
 * Reads a sample, a piece for each part of its time of which other things were said: a function of the sample, the
 * rules, what is around it and the corrections, and of nothing else. What rules of these very versions said of it before is not
 * asked again: they and the sample decide it, and neither has changed. That does not go for the mentions, nor for the
 * attribution they lead to, which depend on the projects, repositories and tasks there are now.
 */
export function read<T extends Sample & Before>(
  sample: T,
  { layers, version }: Rules,
  around: Surroundings,
  verdicts: Verdicts,
  corrections: readonly Correction[] = [],
): Reading<T>[] {
  const ruled = categorise(sample, layers, verdicts, sample.version === version);
  return piecesOf(sample, corrections).map((piece) => {
    const categorised = { ...correctCategory(ruled, piece.corrections), version };
    return { sample, piece, categorised, mentions: mentionsOf(sample, categorised.category, around) };
  });
}

/** Category and attribution of a sample that was read, given which tasks there are. */
export function derive<T extends Sample>(reading: Reading<T>, exists: TaskExists): Derivation {
  const { attribution } = explain(reading, exists);
  return { ...reading.categorised, ...correctAttribution(attribution, reading.piece.corrections) };
}

/** All that its attribution was weighed from, before its person said otherwise. */
export function explain<T extends Sample>(
  { sample, categorised, mentions }: Reading<T>,
  exists: TaskExists,
): Weighed {
  return weigh(sample, categorised.category, mentions, exists);
}

/** What is stored of a sample's derivation; all of it null where it was never derived. */
export type StoredDerivation = {
  [field in keyof Omit<Derivation, "presence">]: Derivation[field] | null;
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

export type Timed = Pick<Sample, "deviceId" | "eventId" | "end" | "intervalS" | "inputEvents">;

/** A sample, or the part of it that `cut` says, and how much speaks for its person having been there. */
export type Placed<T extends Timed> = { sample: T; presence: Presence; cut?: Stretch | null };

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Which of two samples a second belongs to that both cover: by presence, then the one with more input per second, then
 * the later one. The last tie falls by device and event id, which the client gave, because a row's own id depends on the
 * order in which batches came in.
 */
export function precedence(a: Placed<Timed>, b: Placed<Timed>): number {
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
    const from = Math.max(0, (each.cut?.from ?? end - intervalS) - stretch.from);
    const to = Math.min(length, Math.min(end, each.cut?.to ?? end) - stretch.from);
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
  derivation: Pick<Activity, "projectId" | "category" | "taskKey">;
  place?: Place;
  /** The project that its person said it was for; undefined where it is the one that its device was bound to. */
  projectSaid?: string | undefined;
};

/**
 * What each project, task, category, app and repository got of a developer's seconds in a stretch, in a settled order.
 * Being away counts nowhere.
 */
export function activityOf<T extends Timed>(counted: readonly Counted<T>[], stretch: Stretch): Activity[] {
  const byKey = new Map<string, Activity>();
  for (const { placed, seconds } of secondsWon(counted, stretch)) {
    const { projectId, category, taskKey } = placed.derivation;
    if (category === "idle") continue;
    const { app, repository } = placed.place ?? NOWHERE;
    const key = `${category} ${projectId} ${taskKey}\0${app}\0${repository}`;
    const activity = byKey.get(key);
    if (activity) activity.seconds += seconds;
    else byKey.set(key, { projectId, category, taskKey, app, repository, seconds });
  }
  return [...byKey].toSorted(([a], [b]) => compareText(a, b)).map(([, activity]) => activity);
}

/** What a workspace's own samples came to. */
export type WorkspaceActivity = Activity & { workspaceId: string; projectId: string };

type ForProject = { sample: Pick<Sample, "boundProjectId">; projectSaid?: string | undefined };

/** The project that a sample was taken for: the one that its person said, or else that its device was bound to. */
export function projectFor({ sample, projectSaid }: ForProject): string {
  return projectSaid ?? sample.boundProjectId;
}

/** The samples that were taken for a workspace. */
export function ofWorkspace<T extends ForProject>(
  counted: readonly T[],
  workspaceOf: ReadonlyMap<string, string>,
  workspaceId: string | undefined,
): T[] {
  return counted.filter((each) => workspaceOf.get(projectFor(each)) === workspaceId);
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
  const workspaces = new Set(counted.map((each) => workspaceOf.get(projectFor(each))));
  if (workspaces.size < 2) return [];
  return [...workspaces].flatMap((workspaceId) =>
    activityOf(ofWorkspace(counted, workspaceOf, workspaceId), stretch).flatMap(({ projectId, ...row }) =>
      workspaceId === undefined || projectId === null ? [] : [{ ...row, workspaceId, projectId }],
    ),
  );
}
