import type { CategoryId } from "@/lib/tracker/enrichment/catalog";
import {
  type Address,
  addressKeys,
  hostKeys,
  parseAddress,
  pathMatches,
} from "@/lib/tracker/enrichment/host-rules";
import {
  type Identity,
  type Key,
  programOf,
  showsPage,
  titleParts,
} from "@/lib/tracker/enrichment/identity-rules";
import { type Presence, presenceOf } from "@/lib/tracker/enrichment/presence-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalPath, normalRepository } from "@/lib/tracker/enrichment/spellings";
import { matchesTitle, type TitlePattern } from "@/lib/tracker/enrichment/title-patterns";

/**
 * A rule that puts samples into a category. Of several that match, the one with the higher priority wins, then the more
 * specific one.
 */
export type CategoryRule = {
  /** Unique in its layer. Stored with what the rule decided, so that every category can be explained. */
  id: string;
  category: CategoryId;
  priority: number;
  /**
   * What the rule looks for, as `kind:value`:
   * - `host:` an exact host (`github.com`, which includes `www.`), a host with its subdomains (`*.github.dev`), every
   *   host that begins with a label (`docs.*`) or an address with some numbers (`192.168.*`), every host with a word
   *   between hyphens (`-bank-`), or any host (`*`); then optionally the beginning of a path, in which `*` is one
   *   segment and a leading `**` any number
   * - `bundle:` a bundle id or a family (`com.jetbrains.*`)
   * - `exe:` a Windows program without `.exe`
   * - `class:` a window class or desktop file, or a family (`jetbrains-*`)
   * - `extension:` the open file's extension
   * - `app:` the program's name
   * - `site:` the name of a site, as installed pages have it
   * - `title:` one part of a window title between separators
   */
  match: string;
};

type CompiledRule = Omit<CategoryRule, "match"> & { path: readonly string[] };

/** Shared by the tens of thousands of rules that name none. */
const NO_PATH: readonly string[] = [];

type Candidate = { rule: CompiledRule; specificity: number };

/** The rules of one source, indexed by what a sample shows. */
export type RuleLayer = {
  readonly rules: ReadonlyMap<string, readonly CompiledRule[]>;
  /** The strongest rule for a program, once looked up; null if there is none. */
  readonly programs: WeakMap<Identity, Candidate | null>;
  /** Title patterns, from rules that people wrote. */
  readonly titles: readonly (TitlePattern & { rule: CompiledRule })[];
  /** Whether people wrote these rules: such rules look at more of a sample, and also at programs that show pages. */
  readonly isWritten: boolean;
  /** The rules that name a project, if any, and each one's project by rule id. */
  readonly projects?: { rules: RuleLayer; targets: ReadonlyMap<string, RuledProject> };
};

/** The project named by a rule that people wrote, and what the rule looks for: its kind and value. */
export type RuledProject = { signal: "own_rule" | "workspace_rule"; projectId: string; words: string };

/** A category, the rule that decided it, and how strongly the sample shows that somebody was there. */
export type Categorised = { category: CategoryId; ruleId: string; presence: Presence };

/** Ranks rules of equal priority: the more exact one wins. */
const SPECIFICITY = {
  /** Added if a rule also names a path. */
  path: 20,
  // Hosts rank between 90 and 81: see `hostKeys`.
  // Programs rank between 80 and 40: see `identify`.
  extension: 70,
  context: 65,
  title: 40,
} as const;

/** Indexes rules for `categorise`. */
export function compileRules(rules: readonly CategoryRule[]): RuleLayer {
  const compiled = new Map<string, CompiledRule[]>();
  for (const { match, id, category, priority } of rules) {
    const isHost = match.startsWith("host:");
    const [head = "", ...path] = isHost ? match.split("/") : [match];
    const key = head.toLowerCase();
    // Field by field: of tens of thousands, copies of whole rules took a sixth of the time in which a process loads them.
    const rule: CompiledRule = { id, category, priority, path: path.length > 0 ? path : NO_PATH };
    const list = compiled.get(key);
    if (list) list.push(rule);
    else compiled.set(key, [rule]);
  }
  return { rules: compiled, programs: new WeakMap(), titles: [], isWritten: false };
}

/** `ts` for `lib/rules.ts`. A file without an extension gives its whole name, so that a Dockerfile has one. */
function extensionOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? "";
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

const FILE_NAME = /^[^\s/\\]+\.[a-z0-9]+$/;
/** What editors put around a file's name: that it was changed, and its folder. */
const MARKS_OF_FILES = /^[*●•]\s*|(?<!\s)\s+(?:\(.{0,300}\)|\[.{0,300}\]|[*●•+])$/g;

/** The fields of a sample that its category depends on. */
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

/** The same, and the fields that only people's own rules look at. */
export type Shown = Described & Partial<Pick<Sample, "branch" | "repo" | "cwd">>;

/** `feature/*` for the branch `feature/pay-later`: every prefix of a name that ends at a separator. */
function* beginnings(kind: string, name: string): Generator<Key> {
  yield [`${kind}:${name}`, SPECIFICITY.context];
  for (const { index } of name.matchAll(/[/._-]/g)) {
    yield [`${kind}:${name.slice(0, index + 1)}*`, SPECIFICITY.context];
  }
}

/** A path and all folders that contain it. */
function* foldersOf(path: string): Generator<Key> {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    yield [`path:${path.slice(0, end)}`, SPECIFICITY.context];
  }
}

/** The keys of people's own rules that could match a sample, except those for its program. */
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

/**
 * What a browser shows of a file: a page on the disk is one that its reader makes, and a document on any site is one if
 * nothing is known of the site.
 */
function* shownFile(url: string): Generator<Key> {
  const isOnDisk = /^file:/i.test(url);
  const extension = extensionOf(url.replace(/[?#].*$/s, ""));
  if (isOnDisk && /^x?html?$/.test(extension)) yield ["host:*.local", SPECIFICITY.extension];
  else if (isOnDisk || extension === "pdf") yield [`extension:${extension}`, SPECIFICITY.extension];
}

/** The keys of built-in rules that could match a sample, except those for its program. */
function* keysOf(
  sample: Described,
  address: Address | null,
  isPage: boolean,
  isListed: boolean,
): Generator<Key> {
  if (address !== null) yield* addressKeys(address);
  if (isPage && sample.url !== null) yield* shownFile(sample.url);
  // A page's title is written by its author, so it decides nothing when the address is known.
  if (isPage && address !== null) return;
  const parts = titleParts(sample.windowTitle);
  for (const part of parts) yield [`title:${part}`, SPECIFICITY.title];
  if (isPage) return;
  if (sample.path !== null) yield [`extension:${extensionOf(sample.path)}`, SPECIFICITY.extension];
  if (parts.length === 1 && !isListed) return;
  // Editors that aren't listed show the file's name first, or last behind the project's. `js` is left out because names
  // of frameworks end like that.
  const files = [parts[0] ?? "", parts.at(-1) ?? ""].map((part) => part.replace(MARKS_OF_FILES, ""));
  const file = files.find((name) => FILE_NAME.test(name) && !name.endsWith(".js"));
  if (file !== undefined) yield [`extension:${extensionOf(file)}`, SPECIFICITY.title];
}

/** Strongest first: by priority, then specificity, then rule id, so that the order of rules doesn't matter. */
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

/** A layer's strongest rule for a program, looked up once. */
function strongestOfProgram(layer: RuleLayer, program: Identity): Candidate | null {
  const known = layer.programs.get(program);
  if (known !== undefined) return known;
  const found = strongest(layer, program.keys, null) ?? null;
  layer.programs.set(program, found);
  return found;
}

/** A sample's keys, computed once for all layers. */
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
    this.builtIn ??= [...keysOf(this.sample, this.address, this.isPage, this.program.known !== null)];
    return this.builtIn;
  }

  /** The layer's title patterns that match the title. */
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

  /** All matching rules of a layer, the strongest first. */
  allOf(layer: RuleLayer): CompiledRule[] {
    const keys = [...this.keysFor(layer), ...this.program.keys];
    const found = [...candidatesOf(layer, keys, this.address), ...this.titlesFor(layer)];
    return [...new Set(found.toSorted(byStrength).map(({ rule }) => rule))];
  }
}

/** The ids of all rules in a layer of people's own rules that match a sample, the deciding one first. */
export function matchingRules(sample: Shown, layer: RuleLayer): string[] {
  return sample.isPrivate ? [] : new Seen(sample).allOf(layer).map(({ id }) => id);
}

/**
 * The project that people's rules assign to a sample; the first layer that names a project decides.
 * @param isPossible whether the sample may belong to a project; rules for other projects are skipped
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

/** A sample's category by the rules alone, ignoring calls. */
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

/**
 * Verdicts of one run, by rules and by what samples show. They repeat, because people do the same thing for a while.
 */
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

/** What was derived from a sample before, and the versions of the rules that were used. */
export type Before = Partial<Record<"category" | "ruleId" | "version", string | null>>;

/**
 * What the rules decided for a sample before; unknown if it was taken in a call, because the call may have decided the
 * category, or if its person corrected it. Private samples stay private whatever was decided before.
 */
function verdictBefore({ category, ruleId, inCall, isPrivate }: Shown & Before): Verdict | undefined {
  return category && ruleId && !ruleId.startsWith("correction/") && !inCall && !isPrivate
    ? { category: category as CategoryId, ruleId }
    : undefined;
}

/**
 * A sample's category and the rule that decided it. `layers` are ordered from the strongest (corrections, then project,
 * then workspace) to the built-in one; the first layer with a matching rule decides, within it by priority, then
 * specificity. Sensitive content stays sensitive even in a call. Otherwise a call is a meeting whatever the window
 * shows, unless the person is working in another app, and never idle.
 * @param verdicts results from earlier in this run, by identity of the array of layers
 * @param isJudged whether the sample's stored verdict came from these very layers and is still valid
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
