import { parseUrl } from "@/lib/platform/parse-url";
import { RULE_SHARE_MIN } from "@/lib/tracker/corrections/limits";
import { showsPage } from "@/lib/tracker/enrichment/identity-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalValue, type RuleKind } from "@/lib/tracker/enrichment/written-rules";

type Shown = Pick<
  Sample,
  "appName" | "bundleId" | "windowTitle" | "pageTitle" | "url" | "repo" | "path" | "cwd" | "isPrivate"
>;
type Named = { kind: RuleKind; value: string };

function named(kind: RuleKind, given: string | null): Named | null {
  const value = given ? normalValue(kind, given) : "";
  return typeof value === "string" && value !== "" ? { kind, value } : null;
}

function hostOf({ url }: Shown): Named | null {
  return named("host", url === null ? null : (parseUrl(url)?.hostname ?? null));
}

/** An app by its bundle id, or a program by its name; null for one that shows pages, which many people write. */
function appOf(sample: Shown): Named | null {
  if (showsPage(sample)) return null;
  const isId = /^[^.\s]+\.[^\s]+$/.test(sample.bundleId) && !/\.(exe|desktop)$/i.test(sample.bundleId);
  return isId ? named("bundle", sample.bundleId) : named("executable", sample.bundleId || sample.appName);
}

const repositoryOf = (sample: Shown) => named("repository", sample.repo);

/** The folder of a terminal or of the open file. */
function folderOf({ path, cwd }: Shown): Named | null {
  const folder = cwd ?? path?.replace(/[\\/][^\\/]*$/, "") ?? null;
  return named("path", folder);
}

/** What a rule for a category can name, and one for a project: an app alone doesn't identify a project. */
const KINDS = {
  category: [hostOf, repositoryOf, appOf],
  project: [repositoryOf, folderOf, hostOf],
} satisfies Record<string, ((sample: Shown) => Named | null)[]>;

/**
 * What a rule could name that most of the given samples have in common: for a category, the most exact of a website, a
 * repository and an app; for a project, of a repository, a folder and a website. Null if there is nothing. Private
 * samples are ignored.
 */
export function commonOf(samples: readonly Shown[], target: keyof typeof KINDS): Named | null {
  const shown = samples.filter(({ isPrivate }) => !isPrivate);
  for (const nameOf of KINDS[target]) {
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
