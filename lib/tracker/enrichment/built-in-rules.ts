import { processWide } from "@/lib/platform/process-wide";
import { CATEGORIES, type CategoryId } from "@/lib/tracker/enrichment/catalog";
import { FILES } from "@/lib/tracker/enrichment/catalogue/files";
import { HOST_WORDS } from "@/lib/tracker/enrichment/catalogue/host-words";
import { PRIVATE_TITLES } from "@/lib/tracker/enrichment/catalogue/private";
import { listedAs, programs, squeezed, squeezedPrograms } from "@/lib/tracker/enrichment/catalogue/programs";
import { SITES } from "@/lib/tracker/enrichment/catalogue/sites";
import { type CategoryRule, compileRules, type RuleLayer } from "@/lib/tracker/enrichment/category-rules";
import { siteLength } from "@/lib/tracker/enrichment/host-rules";

/** Outranks every other rule of the layer: private content stays private whichever page shows it. */
const PRIORITY_SENSITIVE = 1;
/** Gives way to every other rule of the layer. */
const PRIORITY_YIELDS = -1;

/** What a bank tells developers is about nobody, and a cloud's health is no person's. */
const NOBODYS = new Set([
  "host:*.health.aws.amazon.com",
  "host:api-docs.*",
  "host:apidocs.*",
  "host:developer.*",
  "host:developers.*",
  "host:devdocs.*",
]);

const IDS: ReadonlySet<string> = new Set(CATEGORIES.map(({ id }) => id));

function isCategory(id: string): id is CategoryId {
  return IDS.has(id);
}

/** @throws if the catalogue names an unknown category */
function rule(category: string, match: string, written: string, priority = 0): CategoryRule {
  if (!isCategory(category)) throw new Error(`The catalogue names the category "${category}", which is none`);
  const isPrivate = category === "sensitive" && !match.startsWith("title:");
  const outranks = isPrivate || NOBODYS.has(match);
  return { id: `built-in/${written}`, category, match, priority: outranks ? PRIORITY_SENSITIVE : priority };
}

/** Lines of `category | word word …`. */
function wordsByCategory(text: string): { category: string; word: string }[] {
  return text.split("\n").flatMap((line) => {
    const [category = "", words = ""] = line.split("|").map((column) => column.trim());
    return words === "" ? [] : words.split(/\s+/).map((word) => ({ category, word }));
  });
}

/** A site includes its subdomains, unless it contains a `*` already, is one word of a host or an IP address. */
function siteMatch(word: string): string {
  const [host = ""] = word.split("/");
  const isAsWritten = host.includes("*") || host.startsWith("-") || /^(?:\[|[\d.]+$)/.test(host);
  return isAsWritten ? `host:${word}` : `host:*.${word}`;
}

/** A host of two labels, or of three that may end like `com.br`. */
const MAY_BE_SITE = /^([a-z0-9-]{4,})\.[a-z]{2,}(?:\.[a-z]{2})?$/;

/** What a site without path and subdomain is called: `github` for `github.com`; empty for others and short names. */
function nameOfSite(word: string): string {
  const [, name = ""] = MAY_BE_SITE.exec(word) ?? [];
  const labels = word.split(".");
  return name === "" || labels.length > siteLength(labels) ? "" : squeezed(name);
}

/** What sites are called: the one of that name at `.com` where there are several, or else any if all agree. */
function namesOfSites(): Map<string, { category: string; word: string }> {
  const found = new Map<string, { category: string; word: string }[]>();
  for (const site of wordsByCategory(SITES)) {
    const name = nameOfSite(site.word);
    if (name === "") continue;
    const others = found.get(name);
    if (others) others.push(site);
    else found.set(name, [site]);
  }
  return new Map(
    [...found].flatMap(([name, sites]) => {
      const isOne = sites.every(({ category }) => category === sites[0]?.category);
      const named = sites.find(({ word }) => word.endsWith(".com")) ?? (isOne ? sites[0] : undefined);
      return named ? [[name, named] as const] : [];
    }),
  );
}

const builtInRules = (): CategoryRule[] => [
  ...programs()
    .filter(({ category }) => category !== "browser")
    .flatMap(({ category, yieldsToFiles, keys }) =>
      keys.map(({ kind, name }) => {
        const match = `${kind}:${name}`;
        return rule(category, match, match, yieldsToFiles ? PRIORITY_YIELDS : 0);
      }),
    ),
  ...[...squeezedPrograms()].flatMap(([name, { category, yieldsToFiles }]) =>
    category === "browser"
      ? []
      : [rule(category, `squeezed:${name}`, `program:${name}`, yieldsToFiles ? PRIORITY_YIELDS : 0)],
  ),
  ...wordsByCategory(SITES + HOST_WORDS).map(({ category, word }) =>
    rule(category, siteMatch(word), `host:${word}`),
  ),
  ...[...namesOfSites()].map(([name, { category, word }]) => rule(category, `site:${name}`, `site:${word}`)),
  ...wordsByCategory(FILES).map(({ category, word }) =>
    rule(category, `extension:${word}`, `extension:${word}`),
  ),
  ...PRIVATE_TITLES.map((title) => rule("sensitive", `title:${title}`, `title:${title}`)),
];

/** The layer that applies where nobody wrote other rules; compiled when it is first asked. */
export const BUILT_IN_LAYER: RuleLayer = {
  ...compileRules([]),
  get rules() {
    return processWide("built-in-rules", () => compileRules(builtInRules()).rules);
  },
};

/** Reads the catalogue and compiles its rules, for processes that would rather do so before the first sample comes. */
export function readCatalogue(): void {
  listedAs("");
  BUILT_IN_LAYER.rules.has("");
}
