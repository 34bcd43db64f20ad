import type { Candidate, Weighed } from "@/lib/tracker/enrichment/attribution-rules";
import { MOVED_FROM_CONFIDENCE, SUGGESTED_FROM_CONFIDENCE } from "@/lib/tracker/enrichment/limits";
import type { CATEGORY_LAYERS } from "@/lib/tracker/why/schema";

type Layer = (typeof CATEGORY_LAYERS)[number];

const LAYER_OF: Record<string, Layer> = { workspace: "workspace", own: "person", correction: "correction" };

/** The layer that a rule's id belongs to, and the rest of the id. */
export function placeOfRule(ruleId: string): { layer: Layer; own: string } {
  const slash = ruleId.indexOf("/");
  return { layer: LAYER_OF[ruleId.slice(0, slash)] ?? "built_in", own: ruleId.slice(slash + 1) };
}

const WORDS_OF_KIND: Record<string, (value: string) => string> = {
  host: (value) => `Website ${value}`,
  bundle: (value) => `App ${value}`,
  exe: (value) => `Program ${value}.exe`,
  executable: (value) => `Program ${value}`,
  program: (value) => `Program ${value}`,
  class: (value) => `Program with windows of ${value}`,
  app: (value) => `App named ${value}`,
  extension: (value) => `Files ending in .${value}`,
  path: (value) => `Files under ${value}`,
  repository: (value) => `Repository ${value}`,
  branch: (value) => `Branch ${value}`,
  title: (value) => `Window title with “${value}”`,
  "title~": (value) => `Window title that matches ${value}`,
};

const WORDS_OF: Record<string, string> = {
  private: "What it shows is private",
  "in-call": "In a call",
  web: "A website that no rule names",
  none: "No rule names it",
};

/** A rule in words, from its kind and value. */
export function wordsOfRule(kind: string, value: string): string {
  return WORDS_OF_KIND[kind]?.(value) ?? `${kind} ${value}`;
}

/**
 * A piece of evidence in words: of a rule, which its kind and value stand for, what it looks for; of what the device was
 * at before, which is told in seconds, how long ago that was.
 */
export function evidenceOf(signal: string, evidence: string): string {
  const space = evidence.indexOf(" ");
  if (signal.endsWith("_rule")) return wordsOfRule(evidence.slice(0, space), evidence.slice(space + 1));
  if (signal !== "carried") return evidence;
  const minutes = Math.round(Number(evidence) / 60);
  return minutes < 1 ? "just before" : `${minutes} min before`;
}

/** A built-in rule in words, from its id without the layer. */
export function wordsOfBuiltIn(own: string): string {
  const colon = own.indexOf(":");
  return WORDS_OF[own] ?? wordsOfRule(own.slice(0, colon), own.slice(colon + 1));
}

const rounded = (chance: number) => Math.round(chance * 1_000) / 1_000;
const sureness = (candidate: Candidate) => rounded(1 - candidate.doubt);

type RunnerUp = { projectId: string; taskKey: string | null; confidence: number; lostBecause: string };

const told = ({ projectId, taskKey }: Candidate) => ({ projectId, taskKey });

/** What the evidence says about a sample that its person corrected; null if it agrees with them. */
function besideCorrection(derived: Target, { candidates }: Weighed): RunnerUp | null {
  const other = candidates.find(
    ({ projectId, taskKey }) => projectId !== derived.projectId || taskKey !== derived.taskKey,
  );
  return other ? { ...told(other), confidence: sureness(other), lostBecause: "You said what it was" } : null;
}

type Target = { projectId: string | null; taskKey: string | null };

/**
 * The runner-up, and why the sample was not attributed to it; null if there is none.
 * @param derived what the sample counts as
 */
export function runnerUpOf(derived: Target & { signal: string }, weighed: Weighed): RunnerUp | null {
  if (derived.signal === "correction") return besideCorrection(derived, weighed);
  const { attribution, outcome, candidates } = weighed;
  const [first, second] = candidates;
  if (!first) return null;
  if (outcome === "suggested") {
    const { confidence } = attribution;
    const lostBecause = `${confidence} is enough to suggest it; to move time it takes ${MOVED_FROM_CONFIDENCE}`;
    return { ...told(first), confidence, lostBecause };
  }
  if (outcome === "too_weak") {
    const against = second ? `, less half of the ${sureness(second)} that speaks for another` : "";
    const lostBecause = `${sureness(first)} speaks for it${against}; below ${SUGGESTED_FROM_CONFIDENCE} it counts for nothing`;
    return { ...told(first), confidence: sureness(first), lostBecause };
  }
  if (outcome === "moved" && attribution.suggestedTaskKey !== null) {
    const confidence = rounded(1 - first.taskDoubt);
    const lostBecause = `${confidence} speaks for the task itself; to move time to it, and not just to its project, it takes ${MOVED_FROM_CONFIDENCE}`;
    return { ...told(first), confidence, lostBecause };
  }
  if (!second) return null;
  const lostBecause =
    second.doubt === first.doubt
      ? "What speaks for both is as strong, and the other one was named first"
      : `${sureness(second)} speaks for it, and ${sureness(first)} for the other one`;
  return { ...told(second), confidence: sureness(second), lostBecause };
}
