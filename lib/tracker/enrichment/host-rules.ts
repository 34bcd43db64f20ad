import { partsOfHostWords } from "@/lib/tracker/enrichment/catalogue/host-words";
import type { Key } from "@/lib/tracker/enrichment/identity-rules";
import { HOST_CHARS_READ_MAX } from "@/lib/tracker/enrichment/limits";

/** Ranks rules about hosts of equal priority: the more exact one wins. */
const SPECIFICITY = {
  whole: 90,
  suffix: 85,
  /** `docs.stripe.com` is about Stripe rather than a page of it, and `webmail.strato.de` mail rather than hosting. */
  telling: 85.0025,
  label: 84,
  word: 83.5,
  /** What a longer word begins or ends with; the longest one is the most exact. */
  partOfWord: 83.4,
  /** `grafana.local` is a Grafana before it is a local server. */
  ending: 83,
  any: 81,
  /** A site that is listed in another country. */
  elsewhere: 80,
} as const;

export type Address = { host: string; path: string[] };

/** The host and path of a web address, as rules name them; null if it is malformed or not a web address. */
export function parseAddress(url: string | null): Address | null {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
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
/** First labels of hosts that say more than whose the host is: what documents it, its mail, and whether it works. */
const TELLING = new Set([
  "docs",
  "developer",
  "developers",
  "api-docs",
  "devdocs",
  "mail",
  "webmail",
  "status",
]);
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

/** What a site in some country is called: `airbnb` for `www.airbnb.com.br`. */
function siteKey(labels: readonly string[]): string {
  const isOfKind = labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? "");
  return `site:${(labels.at(isOfKind ? -3 : -2) ?? "").replaceAll("-", "")}`;
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
  yield [`host:${first}.*`, TELLING.has(first) ? SPECIFICITY.telling : SPECIFICITY.label];
}
