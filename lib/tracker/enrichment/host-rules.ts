import { parseUrl } from "@/lib/platform/parse-url";
import { partsOfHostWords } from "@/lib/tracker/enrichment/catalogue/host-words";
import type { Key } from "@/lib/tracker/enrichment/identity-rules";
import { HOST_CHARS_READ_MAX } from "@/lib/tracker/enrichment/limits";

/** Ranks rules about hosts of equal priority: the more exact one wins. */
const SPECIFICITY = {
  whole: 90,
  suffix: 85,
  /**
   * Added to a site's: `docs.stripe.com` is about Stripe rather than a page of it, and `webmail.strato.de` mail rather
   * than hosting.
   */
  telling: 0.0005,
  label: 84,
  word: 83.5,
  /** What a longer word begins or ends with; the longest one is the most exact. */
  partOfWord: 83.4,
  /** `grafana.local` is a Grafana before it is a local server. */
  ending: 83,
  /** A page that sites of software have. */
  page: 82,
  any: 81,
  /** A site that is listed in another country. */
  elsewhere: 80,
} as const;

export type Address = { host: string; path: string[] };

/** The host and path of a web address, as rules name them; null if it is malformed or not a web address. */
export function parseAddress(url: string | null): Address | null {
  const parsed = url !== null && /^https?:/i.test(url) ? parseUrl(url) : null;
  if (parsed === null) return null;
  const { hostname, pathname } = parsed;
  // A browser takes longer ones too, which no name server knows.
  const host = hostname
    .slice(-HOST_CHARS_READ_MAX)
    .replace(/\.+$/, "")
    .replace(/^www\./, "");
  return { host, path: pathname.split("/").slice(1) };
}

/** Whether a path begins with a pattern's segments, or contains them anywhere if the pattern begins with `**`. */
export function pathMatches(pattern: readonly string[], path: readonly string[]): boolean {
  const matchesFrom = (offset: number, segments: readonly string[]) =>
    segments.every((segment, i) =>
      segment === "*" ? Boolean(path[offset + i]) : segment === path[offset + i],
    );
  if (pattern[0] !== "**") return matchesFrom(0, pattern);
  return path.some((_, offset) => matchesFrom(offset, pattern.slice(1)));
}

/** First or middle labels of hosts that only pretend to be another host. */
const LIKE_A_DOMAIN = new Set(["com", "org", "net", "io", "dev", "co"]);

/** Last labels of hosts that only ever are a developer's own, whatever their first label is. */
const DEVELOPERS_OWN = new Set(["localhost", "test"]);
/**
 * First labels of hosts that say more than whose the host is: what documents it, its issues, its mail, its calendar, and
 * whether it works.
 */
const TELLING = new Set([
  "api-docs",
  "apidocs",
  "bugs",
  "bugzilla",
  "calendar",
  "developer",
  "developers",
  "devdocs",
  "docs",
  "issues",
  "mail",
  "meet",
  "webmail",
  "status",
]);
/** First segments of paths that say the same of a site as their label does of a host: `plaid.com/docs`. */
const DOCUMENTED = new Set(["api-docs", "api-reference", "apidocs", "docs", "documentation"]);
/** Segments of paths that sites of software have, if nothing else is known of one. */
const OF_SOFTWARE = new Set(["api-guide", "changelog", "getting-started", "quick-start", "quickstart"]);
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;
/** Last labels of hosts that are a company's or a home's own: a word in one says what is made there, not what it is. */
const INTERNAL = new Set(["internal", "lan", "local"]);
/** What stands before a country where universities end like that: `ac.uk`, `edu.au`. */
const ACADEMIC = new Set(["ac", "edu"]);
/** What stands before a country where its government's hosts end like that: `gov.uk`, `gob.mx`, `go.jp`. */
const GOVERNMENT = new Set(["gc", "go", "gob", "gouv", "gov", "govt", "gub", "guv", "gv"]);
/** Shorter parts of words mean nothing. */
const PART_CHARS_MIN = 4;
/** What stands before a country for companies and the like: `co.uk`, `com.br`. */
const SECOND_LEVEL = new Set(["ac", "co", "com", "edu", "gov", "ne", "net", "or", "org"]);
/** Countries whose ending anybody takes for what it spells. */
const NOBODYS_COUNTRY = new Set([
  "ai",
  "cc",
  "co",
  "fm",
  "gg",
  "io",
  "ly",
  "me",
  "sh",
  "so",
  "to",
  "tv",
  "vc",
  "ws",
]);
/** The only ending of hosts at home that has two labels (RFC 8375). */
const HOME = "home.arpa";
/** Words that end like names of banks. */
const NO_BANK =
  /(?:bio|blood|bur|cloud|data|daten|drug|food|image|job|koto|mil|power|question|river|seed|soft|sound|south|test|time|vacature|welt|word|world)bank$/;
/** Words that name a bank in one with its name: `mediobanca`, `bancolombia`, `bankofireland`. */
const LIKE_A_BANK = /.(?:bank|banca|banco|banque)$|^(?:banco|bankof).../;
/** How hosts of Germany's many cooperative banks begin: `vr-bankmitte.example`. */
const COOPERATIVE_BANK = /^(?:vr-?bank|vbrb|voba|raiba)/;
const IP_ADDRESS = /^\d+(?:\.\d+){3}$/;

/** The keys of rules that could match a host, the most exact first. */
export function* hostKeys(host: string): Generator<Key> {
  yield [`host:${host}`, SPECIFICITY.whole];
  const labels = host.split(".");
  if (IP_ADDRESS.test(host)) {
    for (const i of [1, 2, 3]) {
      yield [`host:${labels.slice(0, i).join(".")}.*`, SPECIFICITY.label + i / 1_000];
    }
  } else {
    yield* nameKeys(labels);
  }
  yield ["host:*", SPECIFICITY.any];
}

/** How much a first label that says more than whose the host is tells: more than its site, less than a part of it. */
function telling(labels: readonly string[]): number {
  return SPECIFICITY.suffix + siteLength(labels) / 1_000 + SPECIFICITY.telling;
}

/** Whether a host is somebody's own or a machine nearby, so that its last label is no domain. */
function isNear(labels: readonly string[]): boolean {
  const last = labels.at(-1) ?? "";
  return labels.length === 1 || DEVELOPERS_OWN.has(last) || INTERNAL.has(last);
}

/** The keys of built-in rules that could match an address, the most exact first. */
export function* addressKeys({ host, path }: Address): Generator<Key> {
  yield* hostKeys(host);
  const labels = host.split(".");
  if (isNear(labels) || IP_ADDRESS.test(host)) return;
  const [first = "", second = ""] = path;
  const isDocumented = DOCUMENTED.has(LANGUAGE.test(first) ? second : first);
  // What documents a site is pages; files in such a folder are about anything.
  if (isDocumented && !/\.pdf$/i.test(path.at(-1) ?? "")) yield ["host:docs.*", telling(labels)];
  if (path.some((segment) => OF_SOFTWARE.has(segment))) yield ["host:docs.*", SPECIFICITY.page];
}

/** What a longer word begins and ends with: `-diario*-`, `-*zeitung-`. */
function* partsOf(word: string): Generator<Key> {
  const { beginnings, endings } = partsOfHostWords();
  for (let length = PART_CHARS_MIN; length < word.length; length++) {
    const [beginning, ending] = [word.slice(0, length), word.slice(-length)];
    const specificity = SPECIFICITY.partOfWord + length / 1_000;
    if (beginnings.has(beginning)) yield [`host:-${beginning}*-`, specificity];
    if (endings.has(ending)) yield [`host:-*${ending}-`, specificity];
  }
}

/** How many labels a site's name has: two, or three as in `airbnb.com.br`. */
export function siteLength(labels: readonly string[]): number {
  return labels.length > 2 && labels.at(-1)?.length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? "") ? 3 : 2;
}

/** What a site in some country is called: `airbnb` for `www.airbnb.com.br`. */
function siteKey(labels: readonly string[]): string {
  return `site:${(labels.at(-siteLength(labels)) ?? "").replaceAll("-", "")}`;
}

function* nameKeys(labels: readonly string[]): Generator<Key> {
  for (const i of labels.keys()) {
    const length = labels.length - i;
    // The longer of two suffixes is the more exact.
    const ending = labels.slice(i).join(".");
    const isEnding = length === 1 || ending === HOME;
    yield [`host:*.${ending}`, isEnding ? SPECIFICITY.ending : SPECIFICITY.suffix + length / 1_000];
  }
  // A name without a domain is a machine nearby.
  if (labels.length === 1) yield ["host:*.local", SPECIFICITY.ending];
  const last = labels.at(-1) ?? "";
  if (last.length === 2) {
    const kind = labels.at(-2) ?? "";
    if (ACADEMIC.has(kind)) yield ["host:*.edu", SPECIFICITY.ending];
    if (GOVERNMENT.has(kind)) yield ["host:*.gov", SPECIFICITY.ending];
  }
  const isOwn = DEVELOPERS_OWN.has(last);
  const words =
    isOwn || INTERNAL.has(last) ? [] : labels.slice(0, -1).flatMap((label) => label.split(/[-\d]+/));
  if (words.length > 0 && labels.some((label) => COOPERATIVE_BANK.test(label))) {
    yield ["host:-bank-", SPECIFICITY.word];
  }
  for (const word of words) {
    yield [`host:-${word}-`, SPECIFICITY.word];
    yield* partsOf(word);
    if (LIKE_A_BANK.test(word) && !NO_BANK.test(word)) {
      yield ["host:-bank-", SPECIFICITY.word];
    }
  }
  if (last.length === 2 && !NOBODYS_COUNTRY.has(last)) yield [siteKey(labels), SPECIFICITY.elsewhere];
  // `gitlab.com.example.org` is not a GitLab, and `10.example.org` has no address that begins with 10.
  const [first = ""] = labels;
  const isPretending = labels.slice(1, -2).some((label) => LIKE_A_DOMAIN.has(label));
  if (isPretending || isOwn || /^\d+$/.test(first)) return;
  yield [`host:${first}.*`, TELLING.has(first) ? telling(labels) : SPECIFICITY.label];
}
