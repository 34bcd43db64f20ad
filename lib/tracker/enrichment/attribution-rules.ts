import { MOVED_FROM_CONFIDENCE, SUGGESTED_FROM_CONFIDENCE } from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** A project's key, such as `WPS` of task WPS-12, to the id of that project. */
export type KnownKeys = ReadonlyMap<string, string>;

/** What a piece of evidence says about where a sample belongs, from strongest to weakest. */
type Signal = "issue_url" | "branch" | "title" | "device";

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

/** How likely each piece of evidence is to be right by itself. */
const WEIGHT_OF: Record<Signal, number> = { issue_url: 0.9, branch: 0.85, title: 0.45, device: 0.25 };

/** A key is not followed by more of a version or a date: `web-2.0` and `web-2024-11-05` name no task. */
const TASK_KEY = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,6})(?!\d)(?![.-]\d+(?![A-Za-z0-9]))/g;
const TASK_KEY_ANY_CASE = new RegExp(TASK_KEY.source, "gi");

/** A task that some evidence names, and the text that it stands in. */
export type Mention = {
  signal: Signal;
  projectId: string;
  taskNumber: number;
  taskKey: string;
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
function isUnattributed(category: string): boolean {
  return isUnder(UNATTRIBUTED, category);
}

/**
 * The task keys in a text whose project is known. Everything else that looks like a key (UTF-8, SHA-256, ISO-8601, a
 * key of a workspace that the developer is not in) names no project and falls away.
 */
function* mentionsIn(
  signal: Signal,
  text: string | null,
  pattern: RegExp,
  keys: KnownKeys,
): Generator<Mention> {
  if (text === null || keys.size === 0) return;
  for (const [taskKey, key = "", number] of text.matchAll(pattern)) {
    const projectId = keys.get(key.toUpperCase());
    if (projectId !== undefined) {
      const mention = { signal, projectId, taskNumber: Number(number), taskKey: taskKey.toUpperCase() };
      yield { ...mention, evidence: text };
    }
  }
}

type Read = Pick<Sample, "branch" | "windowTitle" | "pageTitle" | "url">;

/** Every task that a sample may name, the strongest evidence first. */
export function mentionsOf(sample: Read, category: string, keys: KnownKeys): Mention[] {
  if (isUnattributed(category)) return [];
  return [
    ...(category === "plan.issues" ? mentionsIn("issue_url", sample.url, TASK_KEY, keys) : []),
    ...mentionsIn("branch", sample.branch, TASK_KEY_ANY_CASE, keys),
    ...mentionsIn("title", sample.windowTitle, TASK_KEY, keys),
    ...mentionsIn("title", sample.pageTitle, TASK_KEY, keys),
  ];
}

/** A project that something speaks for: what, and how likely it is all the same not to be this one. */
export type Candidate = {
  projectId: string;
  taskKey: string | null;
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

function candidatesOf(boundProjectId: string, mentions: readonly Mention[], exists: TaskExists): Candidate[] {
  const candidates = new Map<string, Candidate>();
  const add = (projectId: string, taskKey: string | null, signal: Signal, evidence: string | null) => {
    const weight = WEIGHT_OF[signal];
    const found = { signal, weight, taskKey, evidence };
    const known = candidates.get(projectId);
    if (!known) {
      candidates.set(projectId, { projectId, taskKey, signal, doubt: 1 - weight, signals: [found] });
    } else if (!known.signals.some((other) => other.signal === signal)) {
      known.signals.push(found);
      known.doubt *= 1 - weight;
    }
  };
  for (const { signal, projectId, taskNumber, taskKey, evidence } of mentions) {
    if (exists(projectId, taskNumber)) add(projectId, taskKey, signal, evidence);
  }
  add(boundProjectId, null, "device", null);
  return [...candidates.values()].toSorted((a, b) => a.doubt - b.doubt);
}

/**
 * Attributes a sample to one project, or to none where it is its person's own. Evidence for the same project adds up as
 * independent chances do: 1 − ∏(1 − weight). The strongest wins; at a tie the project mentioned first. What is sure
 * enough moves the sample to its project and task; what is less so is suggested; what is weak does nothing, and then the
 * project is the one that the device was bound to. A mention counts only where the task exists.
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
    confidence: WEIGHT_OF.device,
    signal: "device",
    ...NO_SUGGESTION,
  };
  if (!winner || winner.signal === "device") return { attribution: byDevice, outcome: "device", candidates };
  if (confidence < SUGGESTED_FROM_CONFIDENCE) {
    return { attribution: byDevice, outcome: "too_weak", candidates };
  }
  const { projectId, taskKey, signal } = winner;
  if (confidence < MOVED_FROM_CONFIDENCE) {
    const suggestion = { confidence, signal, suggestedProjectId: projectId, suggestedTaskKey: taskKey };
    return { attribution: { ...byDevice, ...suggestion }, outcome: "suggested", candidates };
  }
  const attribution = { projectId, taskKey, confidence, signal, ...NO_SUGGESTION };
  return { attribution, outcome: "moved", candidates };
}
