import { type Attribution, attribute, type KnownKeys } from "@/lib/tracker/enrichment/attribution-rules";
import { type Categorised, categorise, type RuleLayer } from "@/lib/tracker/enrichment/category-rules";
import { ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What the server makes of one sample: what it was, by which rule, and what it was for. */
export type Derivation = Categorised & Attribution;

/** Seconds of an hour that went to one project, task and category. */
export type Activity = { projectId: string; category: string; taskKey: string; seconds: number };

export const HOUR_S = 3_600;

/** Which of a workspace's jobs derives a developer's hours: by the last digit of their id, which is random. */
export function shardOf(developerId: string): number {
  return Number.parseInt(developerId.slice(-1), 16) % ENRICH_SHARDS;
}

/** Category and attribution of one sample: a function of the sample, the rules and the keys, and of nothing else. */
export function derive(sample: Sample, layers: RuleLayer[], keys: KnownKeys): Derivation {
  const categorised = categorise(sample, layers);
  return { ...categorised, ...attribute(sample, categorised.category, keys) };
}

/** What is stored of a sample's derivation; all of it null where it was never derived. */
export type StoredDerivation = { [field in keyof Derivation]: Derivation[field] | null };

/** Whether deriving again gave something else than what is stored. */
export function differs(stored: StoredDerivation, derivation: Derivation): boolean {
  return (
    stored.category !== derivation.category ||
    stored.ruleId !== derivation.ruleId ||
    stored.projectId !== derivation.projectId ||
    stored.taskKey !== derivation.taskKey ||
    stored.confidence !== derivation.confidence ||
    stored.signal !== derivation.signal
  );
}

type Timed = Pick<Sample, "deviceId" | "eventId" | "end" | "intervalS" | "inputEvents">;

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Which of two samples a second belongs to that both cover: the one with more input per second, then the later one.
 * The last tie falls by device and event id, which the client gave, because a row's own id depends on the order in
 * which batches came in.
 */
function precedence(a: Timed, b: Timed): number {
  return (
    b.inputEvents * a.intervalS - a.inputEvents * b.intervalS ||
    b.end - a.end ||
    compareText(a.deviceId, b.deviceId) ||
    compareText(a.eventId, b.eventId)
  );
}

const SECONDS = Uint16Array.from({ length: HOUR_S + 1 }, (_, second) => second);

/**
 * Gives each second of the hour that begins at `hour` (seconds since 1970) to at most one of the samples that cover
 * it, and yields how many each one won. So a person's time never sums to more than the clock's, however many devices
 * ran. The order of `samples` does not matter.
 */
export function* secondsWon<T extends Timed>(
  samples: readonly T[],
  hour: number,
): Generator<{ sample: T; seconds: number }> {
  // free[i] leads to the first second at or after i that nobody holds yet.
  const free = SECONDS.slice();
  const firstFree = (second: number): number => {
    let found = second;
    while (free[found] !== found) found = free[found] ?? HOUR_S;
    for (let i = second; i !== found; ) {
      const next = free[i] ?? found;
      free[i] = found;
      i = next;
    }
    return found;
  };
  for (const sample of samples.toSorted(precedence)) {
    const from = Math.max(0, sample.end - sample.intervalS - hour);
    const to = Math.min(HOUR_S, sample.end - hour);
    let seconds = 0;
    for (let second = firstFree(Math.min(from, HOUR_S)); second < to; second = firstFree(second)) {
      free[second] = second + 1;
      seconds++;
    }
    if (seconds > 0) yield { sample, seconds };
  }
}

/** The activity of one developer's hour: what each project, task and category got of its seconds. */
export function activityOf<T extends Timed>(
  derivations: ReadonlyMap<T, Pick<Derivation, "projectId" | "category" | "taskKey">>,
  hour: number,
): Activity[] {
  const byKey = new Map<string, Activity>();
  for (const { sample, seconds } of secondsWon([...derivations.keys()], hour)) {
    const derivation = derivations.get(sample);
    if (derivation === undefined) continue;
    const { projectId, category } = derivation;
    const taskKey = derivation.taskKey ?? "";
    const key = `${projectId} ${category} ${taskKey}`;
    const activity = byKey.get(key);
    if (activity) activity.seconds += seconds;
    else byKey.set(key, { projectId, category, taskKey, seconds });
  }
  return [...byKey.values()];
}
