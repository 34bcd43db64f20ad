import { RULE_SHARE_MIN } from "@/lib/tracker/corrections/limits";
import { showsPage } from "@/lib/tracker/enrichment/identity-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalValue, type RuleKind } from "@/lib/tracker/enrichment/written-rules";

type Shown = Pick<
  Sample,
  "appName" | "bundleId" | "windowTitle" | "pageTitle" | "url" | "repo" | "isPrivate"
>;
type Named = { kind: RuleKind; value: string };

function named(kind: RuleKind, given: string | null): Named | null {
  const value = given ? normalValue(kind, given) : "";
  return typeof value === "string" && value !== "" ? { kind, value } : null;
}

function hostOf({ url }: Shown): Named | null {
  return named("host", url !== null && URL.canParse(url) ? new URL(url).hostname : null);
}

/** An app by its id, a program by its name; none that shows pages, which are others' work. */
function appOf(sample: Shown): Named | null {
  if (showsPage(sample)) return null;
  const isId = /^[^.\s]+\.[^\s]+$/.test(sample.bundleId) && !/\.(exe|desktop)$/i.test(sample.bundleId);
  return isId ? named("bundle", sample.bundleId) : named("executable", sample.bundleId || sample.appName);
}

const KINDS: readonly ((sample: Shown) => Named | null)[] = [
  hostOf,
  (sample) => named("repository", sample.repo),
  appOf,
];

/**
 * What a rule could name that most of some samples have in common: the most exact of a website, a repository and an app;
 * null where there is nothing. Of what is private nothing is looked at.
 */
export function commonOf(samples: readonly Shown[]): Named | null {
  const shown = samples.filter(({ isPrivate }) => !isPrivate);
  for (const nameOf of KINDS) {
    const counts = new Map<string, { found: Named; count: number }>();
    for (const sample of shown) {
      const found = nameOf(sample);
      if (!found) continue;
      const key = `${found.kind} ${found.value}`;
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { found, count: 1 });
    }
    for (const { found, count } of counts.values()) {
      if (count >= shown.length * RULE_SHARE_MIN) return found;
    }
  }
  return null;
}
