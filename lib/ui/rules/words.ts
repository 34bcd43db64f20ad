import { CATEGORIES, RULE_CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import type { GivenRule, Rule } from "@/lib/ui/rules/rule";

/** What a rule can look at: its name, what values are allowed, and an explanation if needed. */
export const KINDS: Readonly<Record<Rule["kind"], { label: string; placeholder: string; hint: string }>> = {
  host: {
    label: "Website",
    placeholder: "github.com/acme",
    hint: "A site with all sites below it, or the beginning of an address",
  },
  executable: { label: "Program", placeholder: "code.exe", hint: "Its name, on any system" },
  bundle: {
    label: "App on a Mac",
    placeholder: "com.example.notes",
    hint: "A bundle id, or a family of them such as com.example.*",
  },
  path: {
    label: "File or folder",
    placeholder: "~/src/shop",
    hint: "A folder means everything in it; ~ is your home folder",
  },
  extension: { label: "Kind of file", placeholder: "ts", hint: "The letters after the last dot" },
  repository: {
    label: "Repository",
    placeholder: "acme/shop",
    hint: "Owner and name, with its host or without",
  },
  branch: { label: "Branch", placeholder: "feature/*", hint: "A branch, or its beginning such as feature/*" },
  "title~": {
    label: "Title",
    placeholder: "invoice|quote",
    hint: "A pattern (RE2) that is looked for in the titles of windows and pages, in upper or lower case",
  },
};

/** The kinds in the order of the menu. */
export const KIND_NAMES = Object.keys(KINDS) as Rule["kind"][];

/** A rule's condition in words: `Website github.com/acme`. */
export function ruleText({ kind, value }: Pick<Rule, "kind" | "value">): string {
  return `${KINDS[kind].label} ${value}`;
}

/** The name of a rule's project; null if it names none. */
export function projectName(
  projects: readonly { id: string; name: string }[],
  id: string | undefined,
): string | null {
  if (id === undefined) return null;
  return projects.find((project) => project.id === id)?.name ?? "A project that is not listed";
}

const COLOUR_OF: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ id, color }) => [id, color]));

/** A category's colour; grey if the catalogue no longer has it. */
export function colourOf(category: string): string {
  return COLOUR_OF.get(category) ?? "var(--line-strong)";
}

const allowed: ReadonlySet<string> = new Set(RULE_CATEGORIES);

/** The categories that a rule can assign, grouped for a select. */
export const CATEGORY_CHOICES = CATEGORIES.filter(({ id, parent }) => parent === null && allowed.has(id)).map(
  ({ id, label }) => ({
    group: label,
    items: CATEGORIES.filter((each) => each.id === id || each.parent === id).map((each) => ({
      value: each.id,
      label: each.label,
    })),
  }),
);

/** How the draft differs from the rules in force. */
export type Difference = {
  added: ReadonlySet<string>;
  changed: ReadonlySet<string>;
  removed: readonly Rule[];
  isReordered: boolean;
};

/** A rule's identity in words; a rule that was deleted and written again is the same. */
const wordsOf = ({ kind, value }: GivenRule) => `${kind} ${value}`;

const targetsOf = ({ category, project_id: project }: GivenRule) => `${category} ${project}`;

/** Compares the draft with the rules in force: by id, or else by what the rules look for. */
export function differenceOf(rules: readonly Rule[], inForce: readonly Rule[]): Difference {
  const byId = new Map(inForce.map((rule) => [rule.id, rule]));
  const byWords = new Map(inForce.map((rule) => [wordsOf(rule), rule]));
  const [added, changed, kept] = [new Set<string>(), new Set<string>(), new Set<Rule>()];
  const order: number[] = [];
  for (const rule of rules) {
    const before = byId.get(rule.id) ?? byWords.get(wordsOf(rule));
    if (!before) added.add(rule.id);
    else {
      kept.add(before);
      order.push(inForce.indexOf(before));
      if (wordsOf(before) !== wordsOf(rule) || targetsOf(before) !== targetsOf(rule)) changed.add(rule.id);
    }
  }
  return {
    added,
    changed,
    removed: inForce.filter((rule) => !kept.has(rule)),
    isReordered: order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)),
  };
}

/** What is not yet in force: `2 new, 1 changed, 1 deleted and another order`. */
export function differenceText({ added, changed, removed, isReordered }: Difference): string {
  const parts = [
    added.size > 0 ? `${added.size} new` : null,
    changed.size > 0 ? `${changed.size} changed` : null,
    removed.length > 0 ? `${removed.length} deleted` : null,
    isReordered ? "another order" : null,
  ].filter((part) => part !== null);
  return new Intl.ListFormat("en").format(parts);
}

/** A list with one item moved to another position. */
export function moved<T extends { id: string }>(rules: readonly T[], id: string, to: number): T[] {
  const rule = rules.find((each) => each.id === id);
  const others = rules.filter((each) => each.id !== id);
  return rule ? others.toSpliced(to, 0, rule) : others;
}
