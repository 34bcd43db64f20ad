import { AppError } from "@/lib/http/app-error";
import { CATEGORIES, type CategoryId } from "@/lib/tracker/enrichment/catalog";
import { readTitlePattern } from "@/lib/tracker/enrichment/title-patterns";
import { normalValue } from "@/lib/tracker/enrichment/written-rules";
import { PATTERNS_TRIED_MAX, RULE_CHARS_MAX } from "@/lib/tracker/rules/limits";
import { type GivenRule, TOO_MANY_TITLES } from "@/lib/tracker/rules/schema";

/*
 * ActivityWatch's categories: a tree of names, each with a pattern to find in a window's app and title
 * (https://docs.activitywatch.net/en/latest/features/categorization.html). The deepest category that matches wins; of
 * equally deep ones, the last.
 */

export type ActivityWatchClass = {
  name: string[];
  rule?: { type?: string | null | undefined; regex?: string | null | undefined } | null | undefined;
};

/** Common names of ActivityWatch's categories, its defaults among them, and the category each becomes here. */
const CATEGORY_OF: ReadonlyMap<string, CategoryId> = new Map<string, CategoryId>([
  ...CATEGORIES.flatMap(({ id, label }): [string, CategoryId][] => [
    [id, id],
    [label.toLowerCase(), id],
  ]),
  ["programming", "dev.code"],
  ["code", "dev.code"],
  ["activitywatch", "dev.code"],
  ["terminal", "dev.terminal"],
  ["version control", "dev.vcs"],
  ["devops", "dev.ops"],
  ["ai", "dev.ai"],
  ["writing", "write.docs"],
  ["docs", "write.docs"],
  ["office", "write.docs"],
  ["notes", "write.docs"],
  ["spreadsheets", "write.sheets"],
  ["presentations", "write.slides"],
  ["image", "design"],
  ["images", "design"],
  ["graphics", "design"],
  ["3d", "design"],
  ["audio", "design"],
  ["video editing", "design"],
  ["email", "comm.mail"],
  ["im", "comm.chat"],
  ["messaging", "comm.chat"],
  ["chat", "comm.chat"],
  ["comms", "comm"],
  ["video conferencing", "comm.meeting"],
  ["meeting", "comm.meeting"],
  ["calls", "comm.meeting"],
  ["project management", "plan.issues"],
  ["tasks", "plan.issues"],
  ["games", "personal"],
  ["gaming", "personal"],
  ["media", "personal"],
  ["entertainment", "personal"],
  ["social", "personal.social"],
  ["movies", "personal.video"],
  ["youtube", "personal.video"],
  ["finance", "biz.finance"],
  ["education", "learn"],
  ["study", "learn"],
  ["system", "system"],
]);

/** The nearest of a category's names that matches one of our categories. */
function categoryFor(
  name: readonly string[],
  given: Readonly<Record<string, GivenRule["category"]>>,
): GivenRule["category"] | undefined {
  const joined = name.join(" > ");
  if (Object.hasOwn(given, joined)) return given[joined];
  const found = name.toReversed().flatMap((part) => CATEGORY_OF.get(part.trim().toLowerCase()) ?? [])[0];
  return found === "idle" || found === "uncategorised" || found === "web.unknown" ? undefined : found;
}

/** The texts of a pattern that consists only of literal texts with `|` between them; null for any other pattern. */
function plainTexts(regex: string): string[] | null {
  const texts = regex.split("|").map((text) => text.replace(/\\([.+\-/ ])/g, "$1").replace(/^\^|\$$/g, ""));
  return texts.every((text) => /^[\p{L}\p{N} .+_'&@!/-]+$/u.test(text)) ? texts : null;
}

function rulesOf(regex: string, category: GivenRule["category"]): GivenRule[] | string {
  const rules: GivenRule[] = [];
  for (const text of plainTexts(regex) ?? []) {
    if (text.length > RULE_CHARS_MAX) continue;
    const kind = /^[^\s/]+\.[a-z]{2,}$/i.test(text) ? "host" : "executable";
    if (typeof normalValue(kind, text) === "string") rules.push({ kind, value: text.trim(), category });
  }
  if (regex.length > RULE_CHARS_MAX) {
    return rules.length > 0 ? rules : `Its pattern is longer than ${RULE_CHARS_MAX} characters`;
  }
  const pattern = readTitlePattern(regex);
  if (typeof pattern !== "string") rules.push({ kind: "title~", value: regex, category });
  return rules.length > 0 ? rules : typeof pattern === "string" ? pattern : rules;
}

/** A category that no rule could be made for. */
type Skipped = { name: string; reason: string; needs_category: boolean };

/**
 * Rules for ActivityWatch's categories, the strongest first, and the categories that were skipped, with the reason.
 * @throws AppError invalid if there are more patterns than could become rules
 */
export function fromActivityWatch(
  classes: readonly ActivityWatchClass[],
  given: Readonly<Record<string, GivenRule["category"]>>,
): { rules: GivenRule[]; skipped: Skipped[] } {
  const skipped: Skipped[] = [];
  let tried = 0;
  const rules = classes
    .map((each, index) => ({ ...each, index }))
    .toSorted((a, b) => b.name.length - a.name.length || b.index - a.index)
    .flatMap(({ name, rule }) => {
      const skip = (reason: string, needsCategory = false) => {
        skipped.push({ name: name.join(" > "), reason, needs_category: needsCategory });
        return [];
      };
      if (rule?.type !== "regex" || !rule.regex) return [];
      const category = categoryFor(name, given);
      if (!category) return skip("No category here matches: choose one in category_of", true);
      tried += 1;
      if (tried > PATTERNS_TRIED_MAX) throw new AppError("invalid", TOO_MANY_TITLES);
      const made = rulesOf(rule.regex, category);
      return typeof made === "string" ? skip(made) : made;
    });
  return { rules, skipped };
}
