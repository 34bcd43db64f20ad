import { BROWSER_NAMES, BROWSERS, WEB_APP_BUNDLES } from "@/lib/tracker/enrichment/browsers";
import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import { type Presence, presenceOf } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";

/** What puts a sample into a category. Which of several wins is decided by priority, then by specificity. */
export type CategoryRule = {
  /** Unique in its layer. Stored with what it decided, so that every category can say why. */
  id: string;
  category: CategoryId;
  priority: number;
  /**
   * `host:` an exact host (`github.com`, which covers www.), one with its subdomains (`*.github.dev`), every host that
   * begins with a label (`docs.*`) or any (`*`), and behind it the beginning of a path if need be, in which `*` stands
   * for one segment and a leading `**` for any number · `bundle:` an id or a family (`com.jetbrains.*`) ·
   * `extension:` of the open file · `app:` its name · `title:` one part of a window title between separators.
   */
  match: string;
};

type CompiledRule = Omit<CategoryRule, "match"> & { path: string[] };

/** The rules of one source, ready to be looked up by what a sample shows. */
export type RuleLayer = ReadonlyMap<string, readonly CompiledRule[]>;

/** A category and the rule that decided it, and how much speaks for somebody having been there. */
export type Categorised = { category: CategoryId; ruleId: string; presence: Presence };

/** Tells rules of equal priority apart: what names more exactly knows better. */
const SPECIFICITY = {
  /** Added where a rule names a path, too. */
  path: 20,
  host: 90,
  hostSuffix: 85,
  hostLabel: 84,
  anyHost: 81,
  bundle: 80,
  bundleFamily: 75,
  extension: 70,
  app: 60,
  title: 40,
} as const;

/** Makes rules ready for `categorise`, once. */
export function compileRules(rules: readonly CategoryRule[]): RuleLayer {
  const layer = new Map<string, CompiledRule[]>();
  for (const { match, ...rule } of rules) {
    const isHost = match.startsWith("host:");
    const [head = "", ...path] = isHost ? match.split("/") : [match];
    const key = head.toLowerCase();
    const list = layer.get(key) ?? [];
    list.push({ ...rule, path });
    layer.set(key, list);
  }
  return layer;
}

type Address = { host: string; path: string[] };

/** A web address's host as rules name it and its path, or null for what is none: no scheme, another one, malformed. */
function parseAddress(url: string | null): Address | null {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return { host: hostname.replace(/\.+$/, "").replace(/^www\./, ""), path: pathname.split("/").slice(1) };
}

/** Whether a path begins with a pattern's segments, or has them anywhere where the pattern begins with `**`. */
function pathMatches(pattern: readonly string[], path: readonly string[]): boolean {
  const matchesFrom = (offset: number, segments: readonly string[]) =>
    segments.every((segment, i) =>
      segment === "*" ? Boolean(path[offset + i]) : segment === path[offset + i],
    );
  if (pattern[0] !== "**") return matchesFrom(0, pattern);
  return path.some((_, offset) => matchesFrom(offset, pattern.slice(1)));
}

/** `ts` of `lib/rules.ts`; for a file without an extension its whole name, so that a Dockerfile has one. */
function extensionOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

const TITLE_SEPARATOR = /\s+[-–—|·•]\s+/;
const FILE_NAME = /^[^\s/\\]+\.[a-z0-9]+$/;

type Described = Pick<
  Sample,
  | "appName"
  | "bundleId"
  | "windowTitle"
  | "url"
  | "path"
  | "isPrivate"
  | "inCall"
  | "callApp"
  | "inputEvents"
  | "intervalS"
>;
type Key = [key: string, specificity: number];

function* hostKeys(host: string): Generator<Key> {
  yield [`host:${host}`, SPECIFICITY.host];
  const labels = host.split(".");
  for (const i of labels.keys()) {
    // Of two suffixes the longer one names more exactly.
    yield [`host:*.${labels.slice(i).join(".")}`, SPECIFICITY.hostSuffix + (labels.length - i) / 1_000];
  }
  yield [`host:${labels[0]}.*`, SPECIFICITY.hostLabel];
  yield ["host:*", SPECIFICITY.anyHost];
}

function* bundleKeys(bundle: string): Generator<Key> {
  if (WEB_APP_BUNDLES.some((family) => bundle.startsWith(family))) return;
  yield [`bundle:${bundle}`, SPECIFICITY.bundle];
  const names = bundle.split(".");
  for (let i = 1; i < names.length; i++) {
    yield [`bundle:${names.slice(0, i).join(".")}.*`, SPECIFICITY.bundleFamily + i / 1_000];
  }
}

/** What a sample shows, as the keys that rules stand under. */
function* keysOf(sample: Described, address: Address | null, isBrowser: boolean): Generator<Key> {
  if (address !== null) yield* hostKeys(address.host);
  // A page's title is its author's words: with an address at hand they decide nothing.
  if (isBrowser && address !== null) return;
  const parts = (sample.windowTitle ?? "").toLowerCase().trim().split(TITLE_SEPARATOR);
  for (const part of parts) yield [`title:${part}`, SPECIFICITY.title];
  if (isBrowser) return;
  yield* bundleKeys(sample.bundleId.toLowerCase());
  yield [
    `app:${sample.appName
      .trim()
      .toLowerCase()
      .replace(/\.exe$/, "")}`,
    SPECIFICITY.app,
  ];
  if (sample.path !== null) yield [`extension:${extensionOf(sample.path)}`, SPECIFICITY.extension];
  // An editor that nobody listed names its file first. `js` is left out: the names of frameworks end so, too.
  const [file = ""] = parts;
  if (parts.length > 1 && FILE_NAME.test(file) && !file.endsWith(".js")) {
    yield [`extension:${extensionOf(file)}`, SPECIFICITY.title];
  }
}

type Candidate = { rule: CompiledRule; specificity: number };

/** Strongest first: priority, then specificity, then the rule's id, so that the order of rules decides nothing. */
function byStrength(a: Candidate, b: Candidate): number {
  return (
    b.rule.priority - a.rule.priority || b.specificity - a.specificity || (a.rule.id < b.rule.id ? -1 : 1)
  );
}

/** What a layer says of a sample that shows these keys; undefined when nothing. */
function strongestOf(
  layer: RuleLayer,
  keys: readonly Key[],
  address: Address | null,
): CompiledRule | undefined {
  const candidates: Candidate[] = [];
  for (const [key, specificity] of keys) {
    for (const rule of layer.get(key) ?? []) {
      if (rule.path.length === 0) candidates.push({ rule, specificity });
      else if (pathMatches(rule.path, address?.path ?? [])) {
        candidates.push({ rule, specificity: specificity + SPECIFICITY.path });
      }
    }
  }
  return candidates.toSorted(byStrength)[0]?.rule;
}

/** What the rules say of a sample, were there no call. */
function ruled(sample: Described, layers: readonly RuleLayer[]): { category: CategoryId; ruleId: string } {
  if (sample.isPrivate) return { category: "sensitive", ruleId: "built-in/private" };
  const address = parseAddress(sample.url);
  const isBrowser =
    BROWSERS.has(sample.bundleId.toLowerCase()) || BROWSER_NAMES.has(sample.appName.toLowerCase());
  const keys = [...keysOf(sample, address, isBrowser)];
  let rule: CompiledRule | undefined;
  for (const layer of layers) {
    rule ??= strongestOf(layer, keys, address);
  }
  if (rule) return { category: rule.category, ruleId: rule.id };
  if (isBrowser || address !== null) return { category: "web.unknown", ruleId: "built-in/web" };
  return { category: "uncategorised", ruleId: "built-in/none" };
}

/**
 * The category of a sample and the rule that decided it. `layers` go from the strongest (corrections, then project,
 * then workspace) to the built-in one: the first that has anything to say decides, within it priority, then
 * specificity. What is sensitive stays so even in a call; but for that, a call is a meeting whatever the window shows,
 * unless its person is at work in another app, and never idle.
 */
export function categorise(sample: Described, layers: readonly RuleLayer[]): Categorised {
  const found = ruled(sample, layers);
  const presence = presenceOf(sample, found.category);
  const isMeeting = presence === "call" && found.category !== "sensitive";
  return isMeeting
    ? { category: "comm.meeting", ruleId: "built-in/in-call", presence }
    : { ...found, presence };
}
