import { generateNKeysBetween } from "fractional-indexing";
import { SEARCHED_CHARS_MAX } from "@/lib/projects/tasks/links/limits";
import { isAtRest } from "@/lib/projects/tasks/rules";
import type { TaskStatus } from "@/lib/projects/tasks/schema";

type Status = (typeof TaskStatus.options)[number];

export const LINK_KINDS = ["commit", "pull_request", "issue"] as const;
export const LINK_STATES = ["open", "draft", "closed", "merged"] as const;

/** A task's key as a text names it, and whether the text says that it fixes the task. */
export type NamedTask = { projectKey: string; number: number; isFix: boolean };

const KEY = "[A-Z][A-Z0-9]{1,20}-[1-9]\\d{0,8}";
// Not inside a longer word or a number with a fraction: neither X-WEB-12 nor WEB-12.5 names WEB-12.
const WHOLE = `(?<![\\w-])${KEY}(?![\\w-]|\\.\\d)`;
/** `fixes WEB-12`, `Closes: WEB-12, WEB-13 and WEB-14`. */
const FIX_PATTERN = `(?<![\\w-])(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):?\\s{1,10}${KEY}(?:(?:,\\s{0,10}|\\s{1,10}and\\s{1,10})${KEY})*`;

/**
 * The tasks that a text names. Branches are often written in lower case; elsewhere only capitals count, so that a
 * `utf-8` in a sentence is no task of a project UTF.
 */
export function tasksNamed(text: string, kind: "branch" | "text"): NamedTask[] {
  const searched = text.slice(0, SEARCHED_CHARS_MAX);
  // The keyword counts in either case, the keys do not: they are looked for again in what the keyword begins.
  const fixing = (searched.match(new RegExp(FIX_PATTERN, "gi")) ?? []).join(" ");
  const whole = kind === "branch" ? branchKeys(searched) : keysIn(searched);
  const fixed = new Set(keysIn(fixing));
  return [...new Set(whole)].map((key) => {
    const dash = key.lastIndexOf("-");
    return { projectKey: key.slice(0, dash), number: Number(key.slice(dash + 1)), isFix: fixed.has(key) };
  });
}

function keysIn(text: string): string[] {
  return text.match(new RegExp(WHOLE, "g")) ?? [];
}

/** In a branch, dashes and underscores part words: `feature/web-12-login`. */
function branchKeys(branch: string): string[] {
  return branch.toUpperCase().match(/(?<![A-Z0-9])[A-Z][A-Z0-9]{1,20}-[1-9]\d{0,8}(?![A-Z0-9])/g) ?? [];
}

/** What names a task: a commit, a pull request or an issue, and how it stands. */
export type Link = {
  kind: (typeof LINK_KINDS)[number];
  state: (typeof LINK_STATES)[number];
  isFix: boolean;
};

const BEFORE_REVIEW: readonly string[] = ["backlog", "todo", "in_progress"] satisfies Status[];

/**
 * Where a new or changed link moves its task: a merged fix completes it, an open pull request moves it into review.
 * Null if the task stays; tasks only move forward, and finished ones don't move.
 */
export function statusAfter(link: Link, status: string): Status | null {
  if (isAtRest(status)) return null;
  if (link.state === "merged" && link.isFix) return "done";
  const isReview = link.kind === "pull_request" && link.state === "open";
  return isReview && BEFORE_REVIEW.includes(status) ? "in_review" : null;
}

/** So many places at the end of a column whose last one is `last`. */
export function placesAfter(last: string | null, count: number): string[] {
  return generateNKeysBetween(last, null, count);
}
