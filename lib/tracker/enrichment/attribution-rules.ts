import {
  MOVED_FROM_CONFIDENCE,
  SIGNAL_WEIGHTS,
  SUGGESTED_FROM_CONFIDENCE,
} from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** The kind of a piece of evidence; `SIGNAL_WEIGHTS` lists them. */
export type Signal = keyof typeof SIGNAL_WEIGHTS;

/** Which project a sample's time belongs to: one at most. */
export type Attribution = {
  /** Null for time that belongs to no project: away, private or personal. */
  projectId: string | null;
  taskKey: string | null;
  /** Confidence from 0 to 1: the evidence for this project, minus half of the evidence for the runner-up. */
  confidence: number;
  signal: Signal | "none" | "correction";
  /** The project suggested by evidence too weak to move time; `confidence` and `signal` then describe that evidence. */
  suggestedProjectId: string | null;
  suggestedTaskKey: string | null;
};

/** A project named by some evidence, with the task if one is named, and the text that names it. */
export type Mention = {
  signal: Signal;
  projectId: string;
  taskNumber: number | null;
  taskKey: string | null;
  evidence: string;
};

/** Whether a task exists, by its project's id and its number. */
export type TaskExists = (projectId: string, taskNumber: number) => boolean;

const THEIRS_ALONE = ["sensitive", "personal"];
const UNATTRIBUTED = ["idle", ...THEIRS_ALONE];

const isUnder = (roots: readonly string[], category: string) =>
  roots.some((root) => category === root || category.startsWith(`${root}.`));

/** Whether a category is entirely private to the person: no screenshot of it is kept. */
export function isPrivateCategory(category: string): boolean {
  return isUnder(THEIRS_ALONE, category);
}

/**
 * Whether time of a category belongs to the person alone: it is not searched for evidence and counts for no project.
 */
export function isUnattributed(category: string): boolean {
  return isUnder(UNATTRIBUTED, category);
}

/** A project with evidence for it, and the probability that it is nevertheless wrong. */
export type Candidate = {
  projectId: string;
  /** The task named by the strongest evidence for one, and the probability that it is nevertheless wrong. */
  taskKey: string | null;
  taskDoubt: number;
  /** The strongest of its signals. */
  signal: Signal;
  doubt: number;
  signals: { signal: Signal; weight: number; taskKey: string | null; evidence: string | null }[];
};

/** What the strongest evidence led to. `own`: the sample is personal, so no evidence was considered. */
type Outcome = "own" | "device" | "too_weak" | "suggested" | "moved";

/** An attribution and all the candidates it was chosen from, the strongest first. */
export type Weighed = { attribution: Attribution; outcome: Outcome; candidates: Candidate[] };

const NO_SUGGESTION = { suggestedProjectId: null, suggestedTaskKey: null };
const TO_NOBODY: Attribution = {
  projectId: null,
  taskKey: null,
  confidence: 0,
  signal: "none",
  ...NO_SUGGESTION,
};

function candidateOf(projectId: string, signals: Candidate["signals"]): Candidate {
  const [strongest] = signals;
  const taskKey = signals.find((each) => each.taskKey !== null)?.taskKey ?? null;
  const doubtOf = (some: Candidate["signals"]) => some.reduce((doubt, { weight }) => doubt * (1 - weight), 1);
  return {
    projectId,
    taskKey,
    taskDoubt: taskKey === null ? 1 : doubtOf(signals.filter((each) => each.taskKey === taskKey)),
    signal: strongest?.signal ?? "device",
    doubt: doubtOf(signals),
    signals,
  };
}

function strongestFirst(signals: Candidate["signals"]): Candidate["signals"] {
  return signals.toSorted((a, b) => b.weight - a.weight);
}

function candidatesOf(boundProjectId: string, mentions: readonly Mention[], exists: TaskExists): Candidate[] {
  const signalsOf = new Map<string, Candidate["signals"]>();
  const add = (projectId: string, taskKey: string | null, signal: Signal, evidence: string | null) => {
    const signals = signalsOf.get(projectId) ?? [];
    signalsOf.set(projectId, signals);
    if (signals.some((other) => other.signal === signal)) return;
    signals.push({ signal, weight: SIGNAL_WEIGHTS[signal], taskKey, evidence });
  };
  for (const { signal, projectId, taskNumber, taskKey, evidence } of mentions) {
    if (taskNumber === null || exists(projectId, taskNumber)) add(projectId, taskKey, signal, evidence);
  }
  add(boundProjectId, null, "device", null);
  return Array.from(signalsOf, ([projectId, signals]) =>
    candidateOf(projectId, strongestFirst(signals)),
  ).toSorted((a, b) => a.doubt - b.doubt);
}

function decide(boundProjectId: string, candidates: Candidate[]): Weighed {
  const [winner, runnerUp] = candidates;
  const sure = winner ? 1 - winner.doubt - (runnerUp ? (1 - runnerUp.doubt) / 2 : 0) : 0;
  const confidence = Math.round(sure * 1_000) / 1_000;
  const byDevice: Attribution = {
    projectId: boundProjectId,
    taskKey: null,
    confidence: SIGNAL_WEIGHTS.device,
    signal: "device",
    ...NO_SUGGESTION,
  };
  if (!winner || winner.signal === "device") return { attribution: byDevice, outcome: "device", candidates };
  if (confidence < SUGGESTED_FROM_CONFIDENCE) {
    return { attribution: byDevice, outcome: "too_weak", candidates };
  }
  const { projectId, taskKey, taskDoubt, signal } = winner;
  if (confidence < MOVED_FROM_CONFIDENCE) {
    const suggestion = { confidence, signal, suggestedProjectId: projectId, suggestedTaskKey: taskKey };
    return { attribution: { ...byDevice, ...suggestion }, outcome: "suggested", candidates };
  }
  const isTaskSure = taskKey === null || 1 - taskDoubt >= MOVED_FROM_CONFIDENCE;
  const attribution = isTaskSure
    ? { projectId, taskKey, confidence, signal, ...NO_SUGGESTION }
    : {
        projectId,
        taskKey: null,
        confidence,
        signal,
        suggestedProjectId: projectId,
        suggestedTaskKey: taskKey,
      };
  return { attribution, outcome: "moved", candidates };
}

/**
 * Attributes a sample to one project, or to none if it is personal.
 *
 * Pieces of evidence for the same project combine like independent probabilities: 1 − ∏(1 − weight). The strongest
 * project wins; in a tie, the one mentioned first. Strong evidence moves the sample to its project and task, weaker
 * evidence only suggests them, and weak evidence is ignored: the sample then stays with the project its device was
 * bound to. Time moves to a task only if the evidence for that task is strong enough on its own; otherwise it moves to
 * the project and the task is suggested. Mentions of tasks that don't exist are ignored.
 *
 * `mentions` may only name projects that the developer is a member of, in the workspace of the sample's bound project,
 * so that no text can move time into another workspace.
 */
export function weigh(
  { boundProjectId }: Pick<Sample, "boundProjectId">,
  category: string,
  mentions: readonly Mention[],
  exists: TaskExists,
): Weighed {
  if (isUnattributed(category)) return { attribution: TO_NOBODY, outcome: "own", candidates: [] };
  return decide(boundProjectId, candidatesOf(boundProjectId, mentions, exists));
}

/** Whether the device's work just before may help a sample: it names a project itself, but not surely. */
export function takesCarried({ outcome }: Weighed): boolean {
  return outcome === "suggested" || outcome === "too_weak";
}

/**
 * Adds what the device was surely at just before to what a sample says itself, weighed like any other evidence.
 *
 * It only helps a project that the sample names itself. So it never speaks alone, and it doesn't hold back a sample that
 * surely belongs to another project.
 */
export function addCarried(
  { boundProjectId }: Pick<Sample, "boundProjectId">,
  own: Weighed,
  projectId: string,
  carried: Omit<Candidate["signals"][number], "signal">,
): Weighed {
  const helped = own.candidates.find((candidate) => candidate.projectId === projectId);
  if (!takesCarried(own) || !helped || helped.signal === "device") return own;
  const signals = strongestFirst([...helped.signals, { signal: "carried", ...carried }]);
  const candidates = own.candidates.map((each) => (each === helped ? candidateOf(projectId, signals) : each));
  return decide(
    boundProjectId,
    candidates.toSorted((a, b) => a.doubt - b.doubt),
  );
}
