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

/** What the server derives from one sample: its category, the rule that decided it, and its project. */
export type Derivation = Categorised & Attribution & { version: string };

/** The rules for a sample, the strongest first, and their versions. Equal rules are the same object. */
export type Rules = { layers: readonly RuleLayer[]; version: string };

/** The app and repository under which time is summed; null for private samples and where there is none. */
export type Place = { app: string | null; repository: string | null };

/** Seconds of a bucket that went to one project (null for none), task and category, in one app and repository. */
export type Activity = Place & {
  projectId: string | null;
  category: string;
  taskKey: string | null;
  seconds: number;
};

const NOWHERE: Place = { app: null, repository: null };

/** The app and repository under which a sample's time is summed. Private samples reveal nothing, not even the app. */
export function placeOf({ appName, repo }: Pick<Sample, "appName" | "repo">, category: string): Place {
  if (category === "sensitive") return NOWHERE;
  const repository = repo === null ? null : normalRepository(repo).slice(0, SUMMED_NAME_CHARS_MAX);
  return { app: appName.slice(0, SUMMED_NAME_CHARS_MAX) || null, repository: repository || null };
}

/** The shard of a developer's buckets: by the last digit of their id, which is random. */
export function shardOf(developerId: string): number {
  return Number.parseInt(developerId.slice(-1), ENRICH_SHARDS);
}

/** A piece of a sample with its category, and the tasks it may belong to, if they exist. */
export type Reading<T extends Sample> = {
  sample: T;
  piece: Piece;
  categorised: Categorised & { version: string };
  mentions: Mention[];
};

/**
 * Reads a sample as pieces, one for each part of its time to which the same corrections apply. A pure function of the
 * sample, the rules, the surroundings and the corrections. If the stored verdict came from the same versions of the
 * rules, it is reused: it depends only on the rules and the sample, and neither has changed. Mentions and the resulting
 * attribution are always computed again, because they depend on the current projects, repositories and tasks.
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

/** The category and attribution of a sample that was read, given the evidence for its attribution. */
export function derive<T extends Sample>(
  { categorised, piece }: Reading<T>,
  { attribution }: Weighed,
): Derivation {
  return { ...categorised, ...correctAttribution(attribution, piece.corrections) };
}

/** All the evidence for a sample's attribution that it shows itself, before corrections, given which tasks exist. */
export function explain<T extends Sample>(
  { sample, categorised, mentions }: Reading<T>,
  exists: TaskExists,
): Weighed {
  return weigh(sample, categorised.category, mentions, exists);
}

/** A sample's stored derivation; all null if it was never derived. */
export type StoredDerivation = {
  [field in keyof Omit<Derivation, "presence">]: Derivation[field] | null;
};

/** Whether a new derivation differs from the stored one, apart from versions. */
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

/** A sample, or the part of it given by `cut`, and how strongly it shows that its person was there. */
export type Placed<T extends Timed> = { sample: T; presence: Presence; cut?: Stretch | null };

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Which of two samples gets a second that both cover: by presence, then more input per second, then the later one.
 * Remaining ties are decided by device and event id, which the client chose, because a row's own id depends on the
 * order in which batches arrived.
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

/** A stretch of time within one bucket, in seconds since 1970; `to` is exclusive. */
export type Stretch = { from: number; to: number };

const SECONDS = Uint16Array.from({ length: BUCKET_S + 1 }, (_, second) => second);

/** The whole of a bucket. */
export function wholeBucket(bucket: number): Stretch {
  return { from: bucket, to: bucket + BUCKET_S };
}

/**
 * Gives each second of a stretch to at most one of the samples that cover it, and yields how many each one won. So a
 * person's time never exceeds the clock's, however many devices they use. The order of `placed` does not matter.
 */
export function* secondsWon<P extends Placed<Timed>>(
  placed: readonly P[],
  stretch: Stretch,
): Generator<{ placed: P; seconds: number }> {
  const length = stretch.to - stretch.from;
  // free[i] leads to the first second at or after i that isn't taken yet.
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

/** What a sum needs to know: a sample, its presence and its derivation. */
export type Counted<T extends Timed> = Placed<T> & {
  derivation: Pick<Activity, "projectId" | "category" | "taskKey">;
  place?: Place;
  /** The project that its person set; undefined if it is the one its device was bound to. */
  projectSaid?: string | undefined;
};

/**
 * A developer's seconds in a stretch by project, task, category, app and repository, in a deterministic order. Being
 * away is not counted.
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

/** Activity summed from a workspace's own samples. */
export type WorkspaceActivity = Activity & { workspaceId: string; projectId: string };

type ForProject = { sample: Pick<Sample, "boundProjectId">; projectSaid?: string | undefined };

/** The project whose workspace a sample belongs to: the one its person set, or else the one its device was bound to. */
export function projectFor({ sample, projectSaid }: ForProject): string {
  return projectSaid ?? sample.boundProjectId;
}

/** The samples that belong to a workspace. */
export function ofWorkspace<T extends ForProject>(
  counted: readonly T[],
  workspaceOf: ReadonlyMap<string, string>,
  workspaceId: string | undefined,
): T[] {
  return counted.filter((each) => workspaceOf.get(projectFor(each)) === workspaceId);
}

/**
 * Each workspace's activity in a stretch, from its own samples alone, if the samples belong to several workspaces: the
 * sums of one must not reveal what a member did in another, not even that they did anything. Empty if all samples
 * belong to one.
 * @param workspaceOf the workspaces of projects; deleted projects have none
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
