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
import { normalPath, normalRepository } from "@/lib/tracker/enrichment/spellings";
import { matchesTitle, type TitlePattern } from "@/lib/tracker/enrichment/title-patterns";

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
  /** Patterns of titles, of rules that people wrote. */
  readonly titles: readonly (TitlePattern & { rule: CompiledRule })[];
  /** Whether people wrote them: then they look at more, and at programs that show pages, too. */
  readonly isWritten: boolean;
  /** Those of them that name a project, where any does: by their ids, which one. */
  readonly projects?: { rules: RuleLayer; targets: ReadonlyMap<string, RuledProject> };
};

/** The project that a rule which people wrote names, and what the rule looks for: its kind and its value. */
export type RuledProject = { signal: "own_rule" | "workspace_rule"; projectId: string; words: string };

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
  context: 65,
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
  return { rules: compiled, programs: new WeakMap(), titles: [], isWritten: false };
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

/** The same with what people's own rules look at besides. */
export type Shown = Described & Partial<Pick<Sample, "branch" | "repo" | "cwd">>;

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

/** `branch:feature/*` of `feature/pay-later`: every beginning of a name that ends at a separator. */
function* beginnings(kind: string, name: string): Generator<Key> {
  yield [`${kind}:${name}`, SPECIFICITY.context];
  for (const { index } of name.matchAll(/[/._-]/g)) {
    yield [`${kind}:${name.slice(0, index + 1)}*`, SPECIFICITY.context];
  }
}

/** The folders that a path lies in, and itself. */
function* foldersOf(path: string): Generator<Key> {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    yield [`path:${path.slice(0, end)}`, SPECIFICITY.context];
  }
}

/** What a sample shows but for its program, as the keys that people's own rules stand under. */
function* writtenKeys(sample: Shown, address: Address | null): Generator<Key> {
  if (address !== null) yield* hostKeys(address.host);
  if (sample.path !== null) {
    yield [`extension:${extensionOf(sample.path)}`, SPECIFICITY.extension];
    yield* foldersOf(normalPath(sample.path));
  }
  if (sample.cwd) yield* foldersOf(normalPath(sample.cwd));
  if (sample.branch) yield* beginnings("branch", sample.branch.trim().toLowerCase());
  if (sample.repo) {
    const parts = normalRepository(sample.repo).split("/");
    for (const from of parts.keys()) {
      yield [`repository:${parts.slice(from).join("/")}`, SPECIFICITY.context];
    }
  }
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

function strongest(layer: RuleLayer, keys: readonly Key[], address: Address | null): Candidate | undefined {
  const candidates = candidatesOf(layer, keys, address);
  return candidates.length > 1 ? candidates.toSorted(byStrength)[0] : candidates[0];
}

function candidatesOf({ rules }: RuleLayer, keys: readonly Key[], address: Address | null): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [key, specificity] of keys) {
    for (const rule of rules.get(key) ?? []) {
      if (rule.path.length === 0) candidates.push({ rule, specificity });
      else if (pathMatches(rule.path, address?.path ?? [])) {
        candidates.push({ rule, specificity: specificity + SPECIFICITY.path });
      }
    }
  }
  return candidates;
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

/** What a sample shows, read once for all layers. */
class Seen {
  readonly isPage: boolean;
  readonly program: Identity;
  readonly address: Address | null;
  readonly sample: Shown;
  private builtIn: Key[] | undefined;
  private written: Key[] | undefined;
  private title: string | undefined;
  constructor(sample: Shown) {
    this.sample = sample;
    this.isPage = showsPage(sample);
    this.program = programOf(sample);
    const { host } = this.program;
    this.address = parseAddress(sample.url) ?? (host === null ? null : { host, path: [] });
  }

  private keysFor(layer: RuleLayer): Key[] {
    if (layer.isWritten) {
      this.written ??= [...writtenKeys(this.sample, this.address)];
      return this.written;
    }
    this.builtIn ??= [...keysOf(this.sample, this.address, this.isPage)];
    return this.builtIn;
  }

  /** Those of a layer's patterns that match the title. */
  private *titlesFor(layer: RuleLayer): Generator<Candidate> {
    const { windowTitle } = this.sample;
    if (windowTitle === null) return;
    this.title ??= windowTitle.toLowerCase();
    for (const pattern of layer.titles) {
      if (matchesTitle(pattern, windowTitle, this.title)) {
        yield { rule: pattern.rule, specificity: SPECIFICITY.title };
      }
    }
  }

  strongestOf(layer: RuleLayer): CompiledRule | undefined {
    const isProgramAsked = layer.isWritten || !this.isPage;
    const byProgram = isProgramAsked ? strongestOfProgram(layer, this.program) : null;
    const byRest = strongest(layer, this.keysFor(layer), this.address);
    const found = byProgram && byRest ? [byProgram, byRest].toSorted(byStrength)[0] : (byProgram ?? byRest);
    if (layer.titles.length === 0) return found?.rule;
    return [...this.titlesFor(layer), ...(found ? [found] : [])].toSorted(byStrength)[0]?.rule;
  }

  /** Every rule of a layer that matches, the strongest first. */
  allOf(layer: RuleLayer): CompiledRule[] {
    const keys = [...this.keysFor(layer), ...this.program.keys];
    const found = [...candidatesOf(layer, keys, this.address), ...this.titlesFor(layer)];
    return [...new Set(found.toSorted(byStrength).map(({ rule }) => rule))];
  }
}

/** The ids of all rules of a layer that people wrote which match a sample, the one that decides first. */
export function matchingRules(sample: Shown, layer: RuleLayer): string[] {
  return sample.isPrivate ? [] : new Seen(sample).allOf(layer).map(({ id }) => id);
}

/**
 * The project that the rules of the first layer which names one say a sample is for.
 * @param isPossible whether the sample may be for a project: rules for others are passed over
 */
export function projectRuled(
  sample: Shown,
  layers: readonly RuleLayer[],
  isPossible: (projectId: string) => boolean,
): RuledProject | undefined {
  if (sample.isPrivate) return undefined;
  let seen: Seen | undefined;
  for (const { projects } of layers) {
    if (!projects) continue;
    seen ??= new Seen(sample);
    for (const { id } of seen.allOf(projects.rules)) {
      const target = projects.targets.get(id);
      if (target && isPossible(target.projectId)) return target;
    }
  }
  return undefined;
}

type Verdict = { category: CategoryId; ruleId: string };

/** What the rules say of a sample, were there no call. */
function ruled(sample: Shown, layers: readonly RuleLayer[]): Verdict {
  if (sample.isPrivate) return { category: "sensitive", ruleId: "built-in/private" };
  const seen = new Seen(sample);
  for (const layer of layers) {
    const rule = seen.strongestOf(layer);
    if (rule) return { category: rule.category, ruleId: rule.id };
  }
  if (seen.isPage || seen.address !== null) return { category: "web.unknown", ruleId: "built-in/web" };
  return { category: "uncategorised", ruleId: "built-in/none" };
}

/** Verdicts of one run, by rules and by what a sample shows: people do the same for a while. */
export type Verdicts = Map<readonly RuleLayer[], Map<string, Verdict>>;

function verdictOf(sample: Shown, layers: readonly RuleLayer[], verdicts?: Verdicts): Verdict {
  if (!verdicts || sample.isPrivate) return ruled(sample, layers);
  const known = verdicts.get(layers) ?? new Map<string, Verdict>();
  verdicts.set(layers, known);
  const { bundleId, appName, windowTitle, url, pageTitle, path, branch, repo, cwd } = sample;
  const context = [bundleId, appName, windowTitle, url, pageTitle, path, branch, repo, cwd].join("\0");
  const verdict = known.get(context) ?? ruled(sample, layers);
  known.set(context, verdict);
  return verdict;
}

/** What was derived of a sample before, and the versions of the rules by which it was. */
export type Before = Partial<Record<"category" | "ruleId" | "version", string | null>>;

/**
 * What the rules said of a sample before. That is not known of what was taken in a call, whose category may be the call's,
 * nor of what its person corrected; and what is private is it whatever was said before.
 */
function verdictBefore({ category, ruleId, inCall, isPrivate }: Shown & Before): Verdict | undefined {
  return category && ruleId && !ruleId.startsWith("correction/") && !inCall && !isPrivate
    ? { category: category as CategoryId, ruleId }
    : undefined;
}

/**
 * The category of a sample and the rule that decided it. `layers` go from the strongest (corrections, then project,
 * then workspace) to the built-in one: the first that has anything to say decides, within it priority, then
 * specificity. What is sensitive stays so even in a call; but for that, a call is a meeting whatever the window shows,
 * unless its person is at work in another app, and never idle.
 * @param verdicts what was found before in this run, by the very array of layers
 * @param isJudged whether what is stored of the sample was found by these very layers, and holds
 */
export function categorise(
  sample: Shown & Before,
  layers: readonly RuleLayer[],
  verdicts?: Verdicts,
  isJudged = false,
): Categorised {
  const found = (isJudged && verdictBefore(sample)) || verdictOf(sample, layers, verdicts);
  const presence = presenceOf(sample, found.category);
  const isMeeting = presence === "call" && found.category !== "sensitive";
  return isMeeting
    ? { category: "comm.meeting", ruleId: "built-in/in-call", presence }
    : { ...found, presence };
}
