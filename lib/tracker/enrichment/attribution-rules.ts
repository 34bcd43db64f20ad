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
  signal: Signal | "none";
  /** What evidence too weak to move time speaks for; its confidence and signal are those above. */
  suggestedProjectId: string | null;
  suggestedTaskKey: string | null;
};

/** How likely each piece of evidence is to be right by itself. */
const WEIGHT_OF: Record<Signal, number> = { issue_url: 0.9, branch: 0.85, title: 0.45, device: 0.25 };

/** A key is not followed by more of a version or a date: `web-2.0` and `web-2024-11-05` name no task. */
const TASK_KEY = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,6})(?!\d)(?![.-]\d+(?![A-Za-z0-9]))/g;
const TASK_KEY_ANY_CASE = new RegExp(TASK_KEY.source, "gi");

/** A task that some evidence names. */
export type Mention = { signal: Signal; projectId: string; taskNumber: number; taskKey: string };

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
      yield { signal, projectId, taskNumber: Number(number), taskKey: taskKey.toUpperCase() };
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

type Candidate = { projectId: string; taskKey: string | null; signal: Signal; doubt: number };

const NO_SUGGESTION = { suggestedProjectId: null, suggestedTaskKey: null };
const TO_NOBODY: Attribution = {
  projectId: null,
  taskKey: null,
  confidence: 0,
  signal: "none",
  ...NO_SUGGESTION,
};

/**
 * Attributes a sample to one project, or to none where it is its person's own. Evidence for the same project adds up as
 * independent chances do: 1 − ∏(1 − weight). The strongest wins; at a tie the project mentioned first. What is sure
 * enough moves the sample to its project and task; what is less so is suggested; what is weak does nothing, and then the
 * project is the one that the device was bound to. A mention counts only where the task exists.
 *
 * `mentions` are of projects in the workspace of the sample's own project that the developer is a member of, so that no
 * text can move time into another workspace.
 */
export function attribute(
  { boundProjectId }: Pick<Sample, "boundProjectId">,
  category: string,
  mentions: readonly Mention[],
  exists: TaskExists,
): Attribution {
  if (isUnattributed(category)) return TO_NOBODY;
  const candidates = new Map<string, Candidate & { signals: Set<Signal> }>();
  const add = (projectId: string, taskKey: string | null, signal: Signal) => {
    const doubt = 1 - WEIGHT_OF[signal];
    const known = candidates.get(projectId);
    if (!known) candidates.set(projectId, { projectId, taskKey, signal, doubt, signals: new Set([signal]) });
    else if (!known.signals.has(signal)) {
      known.signals.add(signal);
      known.doubt *= doubt;
    }
  };
  for (const { signal, projectId, taskNumber, taskKey } of mentions) {
    if (exists(projectId, taskNumber)) add(projectId, taskKey, signal);
  }
  add(boundProjectId, null, "device");
  const [winner, runnerUp] = [...candidates.values()].toSorted((a, b) => a.doubt - b.doubt);
  const sure = winner ? 1 - winner.doubt - (runnerUp ? (1 - runnerUp.doubt) / 2 : 0) : 0;
  const confidence = Math.round(sure * 1_000) / 1_000;
  const byDevice: Attribution = {
    projectId: boundProjectId,
    taskKey: null,
    confidence: WEIGHT_OF.device,
    signal: "device",
    ...NO_SUGGESTION,
  };
  if (!winner || winner.signal === "device" || confidence < SUGGESTED_FROM_CONFIDENCE) return byDevice;
  const { projectId, taskKey, signal } = winner;
  return confidence < MOVED_FROM_CONFIDENCE
    ? { ...byDevice, confidence, signal, suggestedProjectId: projectId, suggestedTaskKey: taskKey }
    : { projectId, taskKey, confidence, signal, ...NO_SUGGESTION };
}
