import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import {
  type Identity,
  identify,
  type Key,
  showsPage,
  titleParts,
} from "@/lib/tracker/enrichment/identity-rules";
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
   * for one segment and a leading `**` for any number · `bundle:` an id or a family (`com.jetbrains.*`) · `exe:` a
   * program of Windows without `.exe` · `class:` a window's class or desktop file, or a family (`jetbrains-*`) ·
   * `extension:` of the open file · `app:` its name · `title:` one part of a window title between separators.
   */
  match: string;
};

type CompiledRule = Omit<CategoryRule, "match"> & { path: string[] };

type Candidate = { rule: CompiledRule; specificity: number };

/** The rules of one source, ready to be looked up by what a sample shows. */
export type RuleLayer = {
  readonly rules: ReadonlyMap<string, readonly CompiledRule[]>;
  /** What they say of a program, once it was looked up: null for nothing. */
  readonly programs: WeakMap<Identity, Candidate | null>;
};

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
  // Programs lie between 80 and 40: see `identify`.
  extension: 70,
  title: 40,
} as const;

/** Makes rules ready for `categorise`, once. */
export function compileRules(rules: readonly CategoryRule[]): RuleLayer {
  const compiled = new Map<string, CompiledRule[]>();
  for (const { match, ...rule } of rules) {
    const isHost = match.startsWith("host:");
    const [head = "", ...path] = isHost ? match.split("/") : [match];
    const key = head.toLowerCase();
    const list = compiled.get(key) ?? [];
    list.push({ ...rule, path });
    compiled.set(key, list);
  }
  return { rules: compiled, programs: new WeakMap() };
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

const FILE_NAME = /^[^\s/\\]+\.[a-z0-9]+$/;

/** What a category depends on. */
export type Described = Pick<
  Sample,
  | "appName"
  | "bundleId"
  | "windowTitle"
  | "url"
  | "pageTitle"
  | "path"
  | "isPrivate"
  | "inCall"
  | "callApp"
  | "inputEvents"
  | "intervalS"
>;

/** What stands as first or middle label of hosts that only look like another. */
const LIKE_A_DOMAIN = new Set(["com", "org", "net", "io", "dev", "co"]);

function* hostKeys(host: string): Generator<Key> {
  yield [`host:${host}`, SPECIFICITY.host];
  const labels = host.split(".");
  for (const i of labels.keys()) {
    // Of two suffixes the longer one names more exactly.
    yield [`host:*.${labels.slice(i).join(".")}`, SPECIFICITY.hostSuffix + (labels.length - i) / 1_000];
  }
  // `gitlab.com.example.org` only looks like a GitLab.
  if (!labels.slice(1, -2).some((label) => LIKE_A_DOMAIN.has(label))) {
    yield [`host:${labels[0]}.*`, SPECIFICITY.hostLabel];
  }
  yield ["host:*", SPECIFICITY.anyHost];
}

/** What a sample shows but for its program, as the keys that rules stand under. */
function* keysOf(sample: Described, address: Address | null, isPage: boolean): Generator<Key> {
  if (address !== null) yield* hostKeys(address.host);
  // A page's title is its author's words: with an address at hand they decide nothing.
  if (isPage && address !== null) return;
  const parts = titleParts(sample.windowTitle);
  for (const part of parts) yield [`title:${part}`, SPECIFICITY.title];
  if (isPage) return;
  if (sample.path !== null) yield [`extension:${extensionOf(sample.path)}`, SPECIFICITY.extension];
  // An editor that nobody listed names its file first. `js` is left out: the names of frameworks end so, too.
  const [file = ""] = parts;
  if (parts.length > 1 && FILE_NAME.test(file) && !file.endsWith(".js")) {
    yield [`extension:${extensionOf(file)}`, SPECIFICITY.title];
  }
}

/** Strongest first: priority, then specificity, then the rule's id, so that the order of rules decides nothing. */
function byStrength(a: Candidate, b: Candidate): number {
  return (
    b.rule.priority - a.rule.priority || b.specificity - a.specificity || (a.rule.id < b.rule.id ? -1 : 1)
  );
}

function strongest(
  { rules }: RuleLayer,
  keys: readonly Key[],
  address: Address | null,
): Candidate | undefined {
  const candidates: Candidate[] = [];
  for (const [key, specificity] of keys) {
    for (const rule of rules.get(key) ?? []) {
      if (rule.path.length === 0) candidates.push({ rule, specificity });
      else if (pathMatches(rule.path, address?.path ?? [])) {
        candidates.push({ rule, specificity: specificity + SPECIFICITY.path });
      }
    }
  }
  return candidates.length > 1 ? candidates.toSorted(byStrength)[0] : candidates[0];
}

/** What a layer says of a program: looked up once. */
function strongestOfProgram(layer: RuleLayer, program: Identity): Candidate | null {
  const known = layer.programs.get(program);
  if (known !== undefined) return known;
  const found = strongest(layer, program.keys, null) ?? null;
  layer.programs.set(program, found);
  return found;
}

/** Programs whose windows are other programs', which only the title names. */
const FRAMES = new Set(["applicationframehost", "applicationframehost.exe", "wwahost", "wwahost.exe"]);

function programOf({ bundleId, appName, windowTitle }: Described): Identity {
  const isFrame = FRAMES.has(bundleId.trim().toLowerCase()) || FRAMES.has(appName.trim().toLowerCase());
  return isFrame ? identify("", titleParts(windowTitle).at(-1) ?? "") : identify(bundleId, appName);
}

/** What the rules say of a sample, were there no call. */
function ruled(sample: Described, layers: readonly RuleLayer[]): { category: CategoryId; ruleId: string } {
  if (sample.isPrivate) return { category: "sensitive", ruleId: "built-in/private" };
  const program = programOf(sample);
  const address =
    parseAddress(sample.url) ?? (program.host === null ? null : { host: program.host, path: [] });
  const isPage = showsPage(sample);
  const keys = [...keysOf(sample, address, isPage)];
  for (const layer of layers) {
    const byProgram = isPage ? null : strongestOfProgram(layer, program);
    const byRest = strongest(layer, keys, address);
    const found = byProgram && byRest ? [byProgram, byRest].toSorted(byStrength)[0] : (byProgram ?? byRest);
    if (found) return { category: found.rule.category, ruleId: found.rule.id };
  }
  if (isPage || address !== null) return { category: "web.unknown", ruleId: "built-in/web" };
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
