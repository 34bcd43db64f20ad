import { parseUrl } from "@/lib/platform/parse-url";
import { isUnattributed, type Mention, type Signal } from "@/lib/tracker/enrichment/attribution-rules";
import type { RuledProject, Shown } from "@/lib/tracker/enrichment/category-rules";
import { parseAddress } from "@/lib/tracker/enrichment/host-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalRepository } from "@/lib/tracker/enrichment/spellings";

/** Project ids by project key, such as `WPS` in task WPS-12. */
type KnownKeys = ReadonlyMap<string, string>;

/** A repository that the workspace adopted, and the project it belongs to; null if that isn't clear. */
export type Adopted = { fullName: string; projectId: string | null };

/** An issue or pull request of an adopted repository, and the tasks it is linked to. */
export type AdoptedPage = { repository: Adopted; tasks: readonly { projectId: string; number: number }[] };

/**
 * A person's own commit, or their pull request that was opened or merged: when, and the texts that may name its task.
 */
export type OwnWork = { at: number; repository: Adopted; branch: string | null; text: string };

/**
 * What a developer's samples may belong to: projects that they are a member of, in the workspace of the project their
 * device was bound to. Evidence for anything else is ignored.
 */
export type Surroundings = {
  keys: KnownKeys;
  /** Project keys by project id. */
  keyOf: ReadonlyMap<string, string>;
  /** This console's address. */
  consoleUrl: string;
  /** Finds the adopted repository of a remote. */
  repositoryOf: (remote: string) => Adopted | undefined;
  /** Finds the issue or pull request at an address. */
  pageOf: (url: string) => AdoptedPage | undefined;
  /** Finds the person's own commits and pull requests within half an hour of a sample. */
  workAround: (sample: Pick<Sample, "end" | "intervalS">) => readonly OwnWork[];
  /** The project that rules assign to a sample. */
  ruledFor: (sample: Shown) => RuledProject | undefined;
};

type Read = Shown & Pick<Sample, "branch" | "repo" | "end">;

/**
 * A key followed by more of a version is no task: `web-2.0`, `web-2.x`, `web-3-rc1`, `web-3-stable`. Neither is what
 * something is brought to (`upgrade-web-3`, `migrate-to-web-3`), a machine (`root@WEB-12`, `\\\\WEB-12\\share`) or a
 * cloud's region (`us-west-1`).
 */
const TASK_KEY = new RegExp(
  [
    /(?<![a-z0-9])(?<!(?<![a-z])(?:bump|update|upgrade|to)-)(?<!@|\\\\)/,
    /(?<!(?<![a-z])(?:af|ap|ca|cn|eu|il|me|mx|sa|us)-(?:gov-|isob?-)?(?=(?:north|south|east|west|central)+-))/,
    /([a-z][a-z0-9]{1,9})-([1-9]\d{0,6})(?![a-z0-9])/,
    /(?!\.(?:\d+|x)(?![a-z0-9]))(?!_\d+(?![a-z0-9]))(?!-(?:alpha|beta|rc|snapshot)[.-]?\d*$)(?!-(?:x-)?(?:stable|lts)$)/,
  ]
    .map(({ source }) => source)
    .join(""),
  "gi",
);
/**
 * What makes a key part of a date, a version or a count: `web-2024-11-05`, `web-1-2`, `web-1-of-2`. A version behind a
 * key is its own: `hotfix/web-12-2.3` is for 2.3.
 */
const MORE_NUMBERS = /-(?:\d+(?![a-z0-9]|\.\d)|(?:to|of|vs)-\d)/iy;
/** A large number before words begins the title that issue trackers put behind a key: `web-12-404-page`. */
const NUMBER_OF_TITLE = /-(?!(?:19|20)\d\d-)[1-9]\d{2,}-(?!(?:to|of|vs)-\d)[a-z]{2}/iy;
/** A small one only in a branch in a folder, as trackers name them: `ana/web-12-3-step-login`, but not `web-12-1-model`. */
const COUNT_OF_TITLE = /-[1-9]\d?-(?!(?:to|of|vs)-\d)[a-z]{2}/iy;
const NO_FOLDER = /^(?:refs\/heads|(?:refs\/remotes\/)?origin)\/$/i;
const YEAR = /^(?:19|20)\d\d$/;
/** Standards and the like: `fix/utf-8-bom` means the encoding, also in a project of that key. */
const NO_TASK =
  /^(?:UTF-(?:7|8|16|32)|UCS-[24]|BASE-(?:32|64)|MD-[45]|SHA-(?:[1-3]|224|256|384|512)|AES-(?:128|192|256)|RSA-(?:1024|2048|3072|4096)|TLS-1|SSL-[23]|HTTP-[123]|ISO-\d{4,5}|IEEE-\d{3,4}|ECMA-\d{3}|FIPS-\d{3}|SOC-[123]|RFC-\d{3,4}|PEP-\d{1,4}|JSR-\d{1,3}|CWE-\d{1,4}|LATIN-\d{1,2}|CP-\d{3,4}|(?:UTC|GMT)-\d{1,2}|COVID-19|CVE-(?:199|20\d)\d|PSR-(?:[1-4]|[67]|1[1-9]|20)|PKCS-(?:[178]|1[0125])|BSD-[234]|[AL]?GPL-[123]|EIP-\d{1,4}|ERC-(?:20|165|721|1155|4337)|BIP-(?:32|39|44)|MPEG-[124]|KOI-8|WINDOWS-125\d|RS-(?:232|422|485)|IEC-\d{5}|ICD-1[01]|DSM-[45]|IFRS-\d{1,2}|IAS-\d{1,2}|PG-13|NC-17)$/;
/** Language models, which titles name. Branches named so are of the project with that key. */
const MODEL = /^(?:GPT|CLAUDE|LLAMA|GEMINI|QWEN)-[1-9]$/;

/**
 * Branches of programs: those that update dependencies or release name packages and their versions, a merge queue its
 * requests.
 */
const BOT_BRANCH =
  /^(?:refs\/heads\/|origin\/)?(?:(?:dependabot|renovate(?:-bot)?|snyk|pyup|depfu|greenkeeper|whitesource(?:-remediate)?|scala-steward|gh-readonly-queue|changeset-release)\/|mend\/configure|release-please--|snyk-|pyup-|greenkeeper-)/i;
/** Branches of a version, which they name: `release/web-12`. Only in capitals they name a task. */
const VERSION_BRANCH =
  /^(?:refs\/heads\/|origin\/)?(?:releases?|rel|stable|maint|maintenance|support|tags?|versions?)[/-]/i;

/** Trackers of well-known products, whose keys are those of their own projects: WEB-12 is WebStorm's there. */
const TRACKERS_OF_OTHERS = new Set([
  "bugreports.qt.io",
  "bugs.mojang.com",
  "bugs.openjdk.org",
  "ecosystem.atlassian.net",
  "hibernate.atlassian.net",
  "issues.apache.org",
  "issues.jenkins.io",
  "issues.redhat.com",
  "issues.sonatype.org",
  "jira.atlassian.com",
  "jira.mariadb.org",
  "jira.mongodb.org",
  "jira.spring.io",
  "jira.xwiki.org",
  "sonarsource.atlassian.net",
  "tracker.moodle.org",
  "youtrack.jetbrains.com",
]);

/**
 * The task keys in a text whose project is known. Everything else that looks like a key (SHA-256, a key from a workspace
 * that the developer is not in) is ignored.
 */
function* tasksIn(
  signal: Signal,
  text: string | null,
  { keys }: Surroundings,
  isAnyCase = false,
): Generator<Mention> {
  if (text === null || keys.size === 0) return;
  for (const { 0: found, 1: key = "", 2: number, index } of text.matchAll(TASK_KEY)) {
    const isInCapitals = found === found.toUpperCase();
    if (!isAnyCase && !isInCapitals) continue;
    // Nobody writes a version's name in capitals in a branch: `WEB-12-2` is a second one for WEB-12.
    const mayGoOn = isAnyCase && isInCapitals && !YEAR.test(number ?? "");
    const matchesBehind = (pattern: RegExp) => {
      pattern.lastIndex = index + found.length;
      return pattern.test(text);
    };
    const isInFolder = () => text[index - 1] === "/" && !NO_FOLDER.test(text.slice(0, index));
    const mayCount = () => isAnyCase && !YEAR.test(number ?? "") && isInFolder();
    const isTitled = () => matchesBehind(NUMBER_OF_TITLE) || (mayCount() && matchesBehind(COUNT_OF_TITLE));
    if (!mayGoOn && matchesBehind(MORE_NUMBERS) && !isTitled()) continue;
    const [projectId, taskKey] = [keys.get(key.toUpperCase()), found.toUpperCase()];
    const isOther = NO_TASK.test(taskKey) || (signal === "title" && MODEL.test(taskKey));
    const isMeant = signal === "issue_url" || !isOther;
    if (projectId !== undefined && isMeant) {
      yield { signal, projectId, taskNumber: Number(number), taskKey, evidence: text };
    }
  }
}

/** An issue's own page, in whose address people type the key in any case. */
const ISSUE_PAGE = /\/(?:browse|issues?)\/[a-z][a-z0-9]{1,9}-[1-9]\d{0,6}(?![^/?#])/i;

/** The tasks that the address of a page in an issue tracker names. */
function* issuePage(url: string, around: Surroundings): Generator<Mention> {
  const spelled = url.replace(ISSUE_PAGE, (found) => found.toUpperCase());
  for (const mention of tasksIn("issue_url", spelled, around)) yield { ...mention, evidence: url };
}

/** A project and perhaps its task, if the developer may spend time there. */
function* named(
  signal: Signal,
  projectId: string | null,
  taskNumber: number | null,
  evidence: string,
  { keyOf }: Surroundings,
): Generator<Mention> {
  const key = projectId === null ? undefined : keyOf.get(projectId);
  if (projectId === null || key === undefined) return;
  const taskKey = taskNumber === null ? null : `${key}-${taskNumber}`;
  yield { signal, projectId, taskNumber, taskKey, evidence };
}

const TASK_PAGE = /^\/w\/[^/?#]+\/projects\/([0-9a-f-]{36})\/?\?task=([1-9]\d{0,6})$/;

/** The tasks that a branch names, in any case and before words: issue trackers call branches `ana/web-3-columns`. */
function* tasksOfBranch(signal: Signal, branch: string | null, around: Surroundings): Generator<Mention> {
  if (branch === null || BOT_BRANCH.test(branch)) return;
  yield* tasksIn(signal, branch, around, !VERSION_BRANCH.test(branch));
}

/** The task whose page in this console has the given address. */
function* taskPage(url: string, around: Surroundings): Generator<Mention> {
  if (!url.startsWith(`${around.consoleUrl}/`)) return;
  const [, projectId, number] = TASK_PAGE.exec(url.slice(around.consoleUrl.length)) ?? [];
  if (projectId !== undefined) yield* named("task_page", projectId, Number(number), url, around);
}

/** What an issue or pull request belongs to: the tasks it is linked to, or else its repository's project. */
function* codePage(url: string, around: Surroundings): Generator<Mention> {
  const page = around.pageOf(url);
  if (!page) return;
  for (const { projectId, number } of page.tasks) {
    yield* named("linked_page", projectId, number, url, around);
  }
  yield* named("code_page", page.repository.projectId, null, url, around);
}

function* repository(remote: string, around: Surroundings): Generator<Mention> {
  const adopted = around.repositoryOf(remote);
  if (adopted) yield* named("repository", adopted.projectId, null, remote, around);
}

/**
 * Work close to a person's own commit belongs to the commit's task, or else to its repository's project. The nearest
 * comes first, because the first mention of a project counts.
 */
function* ownWork(sample: Pick<Sample, "end" | "intervalS">, around: Surroundings): Generator<Mention> {
  const distance = ({ at }: OwnWork) => Math.max(sample.end - sample.intervalS - at, at - sample.end, 0);
  const work = around.workAround(sample).toSorted((a, b) => distance(a) - distance(b));
  for (const { repository, branch, text } of work) {
    const tasks = [...tasksOfBranch("own_work", branch, around), ...tasksIn("own_work", text, around)];
    yield* tasks;
    if (tasks.length === 0) yield* named("own_work", repository.projectId, null, text, around);
  }
}

function* ruled(sample: Shown, around: Surroundings): Generator<Mention> {
  const rule = around.ruledFor(sample);
  if (rule) yield* named(rule.signal, rule.projectId, null, rule.words, around);
}

/** The tasks that a page or a window's title names. Programs that operate machines have these in their titles. */
function* tasksShown(sample: Read, category: string, around: Surroundings): Generator<Mention> {
  const { url, windowTitle, pageTitle } = sample;
  if (TRACKERS_OF_OTHERS.has(parseAddress(url)?.host ?? "")) return;
  if (url !== null && category === "plan.issues") yield* issuePage(url, around);
  if (url === null && category === "dev.ops") return;
  yield* tasksIn("title", windowTitle, around);
  yield* tasksIn("title", pageTitle, around);
}

/** Every project and task named by a sample, or by a rule that matches it. */
export function mentionsOf(sample: Read, category: string, around: Surroundings): Mention[] {
  if (isUnattributed(category)) return [];
  const { url, repo, branch } = sample;
  const byRule = [...ruled(sample, around)];
  return [
    ...byRule,
    ...tasksShown(sample, category, around),
    ...(url === null ? [] : [...taskPage(url, around), ...codePage(url, around)]),
    ...tasksOfBranch("branch", branch, around),
    // If people wrote a rule for it, the repository is not used to guess.
    ...(repo === null || byRule.length > 0 ? [] : repository(repo, around)),
    ...ownWork(sample, around),
  ];
}

/** `owner/name` in lower case for a repository of the host; null for anything else. */
function nameAt(host: string, address: string): string | null {
  const parts = address.split("/");
  const [first = "", owner, name] = parts;
  if (parts.length === 2 && /^[^.:]+$/.test(first) && owner) return address;
  return parts.length === 3 && first.replace(/:\d+$/, "") === host && owner && name
    ? `${owner}/${name}`
    : null;
}

/**
 * The repository that a remote names in any spelling, as `owner/name` in lower case; null for folders and for
 * repositories elsewhere.
 * @param host the code host's
 */
export function remoteName(remote: string, host: string): string | null {
  if (/^(?:[~./\\]|[a-z]:[\\/]|file:)/i.test(remote.trim())) return null;
  // npm and others name a version behind a `#`.
  const repository = normalRepository(remote.replace(/[?#].*$/s, ""));
  return nameAt(host, repository.replace(/^(?:www|ssh)\.(?=[^/]+\.)/, ""));
}

/** An issue or a pull request of a repository of the code host. */
export type CodePage = { name: string; number: number };

const CODE_PAGE =
  /^\/([^/]+\/[^/]+)\/(?:-\/)?(?:issues|pull|pulls|merge_requests)\/([1-9]\d{0,8})(?:\.(?:diff|patch))?(?![^/])/;

/** A host with its port, however it is reached. */
function bareHost({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\.|\.$/g, "")}:${port}`;
}

/** The issue or pull request that an address on the code host shows, subpages included; null for other addresses. */
export function codePageOf(url: string, codeHostUrl: string): CodePage | null {
  const [page, host] = [/^https?:/i.test(url) ? parseUrl(url) : null, new URL(codeHostUrl)];
  if (page === null) return null;
  if (bareHost(page) !== bareHost(host)) return null;
  const root = host.pathname.replace(/\/+$/, "");
  if (!page.pathname.startsWith(root)) return null;
  const [, name, number] = CODE_PAGE.exec(page.pathname.slice(root.length)) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), number: Number(number) };
}
