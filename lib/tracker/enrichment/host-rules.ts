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
  /** `grafana.local` is a Grafana before it is a local server. */
  ending: 83,
  any: 81,
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
/** First labels of hosts that say more than whose the host is: what documents it, and its mail. */
const TELLING = new Set(["docs", "developer", "developers", "api-docs", "devdocs", "mail", "webmail"]);
/** Last labels of hosts that are a company's or a home's own: a word in one says what is made there, not what it is. */
const INTERNAL = new Set(["internal", "lan", "local"]);
/** What stands before a country where universities end like that: `ac.uk`, `edu.au`. */
const ACADEMIC = new Set(["ac", "edu"]);
/** The only ending of hosts at home that has two labels (RFC 8375). */
const HOME = "home.arpa";
/** Words that end like names of banks. */
const NO_BANK =
  /(?:bio|blood|bur|cloud|data|daten|drug|food|image|job|mil|power|question|river|seed|soft|sound|south|test|time|welt|word|world)bank$/;
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

function* nameKeys(labels: readonly string[]): Generator<Key> {
  for (const i of labels.keys()) {
    const length = labels.length - i;
    // The longer of two suffixes is the more exact.
    const ending = labels.slice(i).join(".");
    const isEnding = length === 1 || ending === HOME;
    yield [`host:*.${ending}`, isEnding ? SPECIFICITY.ending : SPECIFICITY.suffix + length / 1_000];
  }
  const last = labels.at(-1) ?? "";
  if (last.length === 2 && ACADEMIC.has(labels.at(-2) ?? "")) yield ["host:*.edu", SPECIFICITY.ending];
  const isOwn = DEVELOPERS_OWN.has(last);
  const words = isOwn || INTERNAL.has(last) ? [] : labels.slice(0, -1).flatMap((label) => label.split("-"));
  if (words.length > 0 && labels.some((label) => COOPERATIVE_BANK.test(label))) {
    yield ["host:-bank-", SPECIFICITY.word];
  }
  for (const word of words) {
    yield [`host:-${word}-`, SPECIFICITY.word];
    if (LIKE_A_BANK.test(word) && !NO_BANK.test(word)) {
      yield ["host:-bank-", SPECIFICITY.word];
    }
  }
  // `gitlab.com.example.org` is not a GitLab, and `10.example.org` has no address that begins with 10.
  const [first = ""] = labels;
  const isPretending = labels.slice(1, -2).some((label) => LIKE_A_DOMAIN.has(label));
  if (isPretending || isOwn || /^\d+$/.test(first)) return;
  yield [`host:${first}.*`, TELLING.has(first) ? SPECIFICITY.telling : SPECIFICITY.label];
}
