import {
  MOVED_FROM_CONFIDENCE,
  SIGNAL_WEIGHTS,
  SUGGESTED_FROM_CONFIDENCE,
} from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What a piece of evidence is: see the weights. */
export type Signal = keyof typeof SIGNAL_WEIGHTS;

/** Whose time a sample is: at most one project's. */
export type Attribution = {
  /** Null for time that belongs to no project: away, private or personal. */
  projectId: string | null;
  taskKey: string | null;
  /** From 0 to 1: how sure the evidence makes it, less half of what speaks for the next best project. */
  confidence: number;
  signal: Signal | "none" | "correction";
  /** What evidence too weak to move time speaks for; its confidence and signal are those above. */
  suggestedProjectId: string | null;
  suggestedTaskKey: string | null;
};

/** A project that some evidence names, with the task where it names one, and the text that it stands in. */
export type Mention = {
  signal: Signal;
  projectId: string;
  taskNumber: number | null;
  taskKey: string | null;
  evidence: string;
};

/** Which tasks there are: by their project's id and their number. */
export type TaskExists = (projectId: string, taskNumber: number) => boolean;

const THEIRS_ALONE = ["sensitive", "personal"];
const UNATTRIBUTED = ["idle", ...THEIRS_ALONE];

const isUnder = (roots: readonly string[], category: string) =>
  roots.some((root) => category === root || category.startsWith(`${root}.`));

/** Whether what was seen is nobody's business but the person's: no screenshot of it is kept. */
export function isTheirsAlone(category: string): boolean {
  return isUnder(THEIRS_ALONE, category);
}

/** Whether time of a category is nobody's but the person's: it is searched for nothing and counts for no project. */
export function isUnattributed(category: string): boolean {
  return isUnder(UNATTRIBUTED, category);
}

/** A project that something speaks for: what, and how likely it is all the same not to be this one. */
export type Candidate = {
  projectId: string;
  /** The task that the strongest evidence for one names, and how likely it is all the same not to be this one. */
  taskKey: string | null;
  taskDoubt: number;
  /** The strongest of its signals. */
  signal: Signal;
  doubt: number;
  signals: { signal: Signal; weight: number; taskKey: string | null; evidence: string | null }[];
};

/** What became of the strongest evidence. It is not asked for what is its person's own. */
type Outcome = "own" | "device" | "too_weak" | "suggested" | "moved";

/** An attribution with all that it was weighed from, the strongest candidate first. */
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
    candidateOf(
      projectId,
      signals.toSorted((a, b) => b.weight - a.weight),
    ),
  ).toSorted((a, b) => a.doubt - b.doubt);
}

/**
 * Attributes a sample to one project, or to none where it is its person's own. Evidence for the same project adds up as
 * independent chances do: 1 − ∏(1 − weight). The strongest wins; at a tie the project mentioned first. What is sure
 * enough moves the sample to its project and task; what is less so is suggested; what is weak does nothing, and then the
 * project is the one that the device was bound to. A task is moved to only where what names that very task is sure enough
 * by itself; otherwise the time moves to the project, and the task is suggested. A mention counts only where the task
 * exists.
 *
 * `mentions` are of projects in the workspace of the sample's own project that the developer is a member of, so that no
 * text can move time into another workspace.
 */
export function weigh(
  { boundProjectId }: Pick<Sample, "boundProjectId">,
  category: string,
  mentions: readonly Mention[],
  exists: TaskExists,
): Weighed {
  if (isUnattributed(category)) return { attribution: TO_NOBODY, outcome: "own", candidates: [] };
  const candidates = candidatesOf(boundProjectId, mentions, exists);
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
