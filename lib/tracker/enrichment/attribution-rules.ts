import type { Sample } from "@/lib/tracker/enrichment/sample";

/** A project's key, such as `WPS` of task WPS-12, to the id of that project. */
export type KnownKeys = ReadonlyMap<string, string>;

/** What a piece of evidence says about where a sample belongs, from strongest to weakest. */
type Signal = "issue_url" | "branch" | "title" | "device";

/** Whose time a sample is: exactly one project's. */
export type Attribution = {
  projectId: string;
  taskKey: string | null;
  /** From 0 to 1: how sure the evidence makes it, less half of what speaks for the next best project. */
  confidence: number;
  signal: Signal;
};

/** How likely each piece of evidence is to be right by itself. */
const WEIGHT_OF: Record<Signal, number> = { issue_url: 0.9, branch: 0.85, title: 0.45, device: 0.25 };

const TASK_KEY = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-[1-9]\d{0,6}(?!\d)/g;
const TASK_KEY_ANY_CASE = new RegExp(TASK_KEY.source, "gi");

type Mention = { projectId: string; taskKey: string };

/**
 * The task keys in a text whose project is known. Everything else that looks like a key (UTF-8, SHA-256, ISO-8601, a
 * key of a workspace that the developer is not in) names no project and falls away.
 */
function mentionsIn(text: string | null, pattern: RegExp, keys: KnownKeys): Mention[] {
  if (text === null || keys.size === 0) return [];
  const mentions: Mention[] = [];
  for (const match of text.matchAll(pattern)) {
    const projectId = keys.get((match[1] ?? "").toUpperCase());
    if (projectId !== undefined) mentions.push({ projectId, taskKey: match[0].toUpperCase() });
  }
  return mentions;
}

type Candidate = { projectId: string; taskKey: string | null; signal: Signal; doubt: number };

/**
 * Attributes a sample to one project. Evidence for the same project adds up as independent chances do:
 * 1 − ∏(1 − weight). The strongest wins; at a tie the project mentioned first. Without other evidence it is the
 * project that the device was bound to. What is sensitive is not searched for keys.
 *
 * `keys` are those of projects in the workspace of the sample's own project that the developer is a member of, so that
 * no text can move time into another workspace.
 */
export function attribute(
  sample: Pick<Sample, "boundProjectId" | "branch" | "windowTitle" | "pageTitle" | "url">,
  category: string,
  keys: KnownKeys,
): Attribution {
  const candidates = new Map<string, Candidate>();
  const add = (projectId: string, taskKey: string | null, signal: Signal) => {
    const known = candidates.get(projectId);
    const doubt = 1 - WEIGHT_OF[signal];
    if (known) {
      known.doubt *= doubt;
      known.taskKey ??= taskKey;
    } else candidates.set(projectId, { projectId, taskKey, signal, doubt });
  };
  const addMentions = (signal: Signal, mentions: Mention[]) => {
    const first = new Map(mentions.toReversed().map((mention) => [mention.projectId, mention]));
    for (const mention of mentions) {
      if (first.get(mention.projectId) === mention) add(mention.projectId, mention.taskKey, signal);
    }
  };
  if (category !== "sensitive") {
    if (category === "plan.issues") addMentions("issue_url", mentionsIn(sample.url, TASK_KEY, keys));
    addMentions("branch", mentionsIn(sample.branch, TASK_KEY_ANY_CASE, keys));
    const titles = [sample.windowTitle, sample.pageTitle];
    addMentions(
      "title",
      titles.flatMap((title) => mentionsIn(title, TASK_KEY, keys)),
    );
  }
  add(sample.boundProjectId, null, "device");
  const [winner, runnerUp] = [...candidates.values()].toSorted((a, b) => a.doubt - b.doubt);
  if (winner === undefined) throw new Error("a sample without a project");
  const confidence = 1 - winner.doubt - (runnerUp ? (1 - runnerUp.doubt) / 2 : 0);
  return {
    projectId: winner.projectId,
    taskKey: winner.taskKey,
    confidence: Math.round(confidence * 1_000) / 1_000,
    signal: winner.signal,
  };
}
