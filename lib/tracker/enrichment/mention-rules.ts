import { isUnattributed, type Mention, type Signal } from "@/lib/tracker/enrichment/attribution-rules";
import type { RuledProject, Shown } from "@/lib/tracker/enrichment/category-rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { normalRepository } from "@/lib/tracker/enrichment/spellings";

/** A project's key, such as `WPS` of task WPS-12, to the id of that project. */
type KnownKeys = ReadonlyMap<string, string>;

/** A repository that the workspace adopted, and the project that it is taken for: null where that isn't clear. */
export type Adopted = { fullName: string; projectId: string | null };

/** An issue or a pull request of an adopted repository, and the tasks that it is linked to. */
export type AdoptedPage = { repository: Adopted; tasks: readonly { projectId: string; number: number }[] };

/** A commit of a person's own, or a pull request that was opened or merged, when, and the texts that name its task. */
export type OwnWork = { at: number; repository: Adopted; branch: string | null; text: string };

/**
 * What a developer's samples may be for: projects that they are a member of, in the workspace of the project that their
 * device was bound to. No evidence leads anywhere else.
 */
export type Surroundings = {
  keys: KnownKeys;
  /** The same the other way round. */
  keyOf: ReadonlyMap<string, string>;
  /** Where this console is. */
  consoleUrl: string;
  /** The adopted repository that a remote is of. */
  repositoryOf: (remote: string) => Adopted | undefined;
  /** The issue or pull request that an address shows. */
  pageOf: (url: string) => AdoptedPage | undefined;
  /** What its person committed, and the pull requests of theirs that were opened or merged, within half an hour. */
  workAround: (sample: Pick<Sample, "end" | "intervalS">) => readonly OwnWork[];
  /** The project that rules name for a sample. */
  ruledFor: (sample: Shown) => RuledProject | undefined;
};

type Read = Shown & Pick<Sample, "branch" | "repo" | "end">;

/** A key is not followed by more of a version or a date: `web-2.0` and `web-2024-11-05` name no task. */
const TASK_KEY = /(?<![A-Za-z0-9])([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,6})(?!\d)(?![.-]\d+(?![A-Za-z0-9]))/g;
const TASK_KEY_ANY_CASE = new RegExp(TASK_KEY.source, "gi");

/**
 * The task keys in a text whose project is known. Everything else that looks like a key (UTF-8, SHA-256, ISO-8601, a
 * key of a workspace that the developer is not in) names no project and falls away.
 */
function* tasksIn(
  signal: Signal,
  text: string | null,
  pattern: RegExp,
  { keys }: Surroundings,
): Generator<Mention> {
  if (text === null || keys.size === 0) return;
  for (const [taskKey, key = "", number] of text.matchAll(pattern)) {
    const projectId = keys.get(key.toUpperCase());
    if (projectId !== undefined) {
      const mention = { signal, projectId, taskNumber: Number(number), taskKey: taskKey.toUpperCase() };
      yield { ...mention, evidence: text };
    }
  }
}

/** A project, and a task of it, where its developer may spend time there. */
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

/** The task whose page of this console an address is. */
function* taskPage(url: string, around: Surroundings): Generator<Mention> {
  if (!url.startsWith(`${around.consoleUrl}/`)) return;
  const [, projectId, number] = TASK_PAGE.exec(url.slice(around.consoleUrl.length)) ?? [];
  if (projectId !== undefined) yield* named("task_page", projectId, Number(number), url, around);
}

/** What an issue or a pull request is for: the tasks that it is linked to, or else its repository's project. */
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

/** What somebody does close to a commit of theirs is for its task, or for its repository's project. */
function* ownWork(sample: Pick<Sample, "end" | "intervalS">, around: Surroundings): Generator<Mention> {
  for (const { repository, branch, text } of around.workAround(sample)) {
    const tasks = [
      ...tasksIn("own_work", branch, TASK_KEY_ANY_CASE, around),
      ...tasksIn("own_work", text, TASK_KEY, around),
    ];
    yield* tasks;
    if (tasks.length === 0) yield* named("own_work", repository.projectId, null, text, around);
  }
}

function* ruled(sample: Shown, around: Surroundings): Generator<Mention> {
  const rule = around.ruledFor(sample);
  if (rule) yield* named(rule.signal, rule.projectId, null, rule.words, around);
}

/** Every project and task that a sample may be for, as far as it, or a rule for what it shows, names them. */
export function mentionsOf(sample: Read, category: string, around: Surroundings): Mention[] {
  if (isUnattributed(category)) return [];
  const { url, repo, ...texts } = sample;
  const byRule = [...ruled(sample, around)];
  return [
    ...byRule,
    ...(category === "plan.issues" ? tasksIn("issue_url", url, TASK_KEY, around) : []),
    ...(url === null ? [] : [...taskPage(url, around), ...codePage(url, around)]),
    ...tasksIn("branch", texts.branch, TASK_KEY_ANY_CASE, around),
    // Where people say by a rule what it is for, nobody guesses by the repository.
    ...(repo === null || byRule.length > 0 ? [] : repository(repo, around)),
    ...ownWork(sample, around),
    ...tasksIn("title", texts.windowTitle, TASK_KEY, around),
    ...tasksIn("title", texts.pageTitle, TASK_KEY, around),
  ];
}

/** `owner/name` in lower case; of anything else than a repository of the host, null. */
function nameAt(host: string, address: string): string | null {
  const parts = address.split("/");
  const [first = "", owner, name] = parts;
  if (parts.length === 2 && /^[^.:]+$/.test(first) && owner) return address;
  return parts.length === 3 && first.replace(/:\d+$/, "") === host && owner && name
    ? `${owner}/${name}`
    : null;
}

/**
 * The repository of the code host that a remote names in any of its spellings, as `owner/name` in lower case; null for
 * folders and what is elsewhere.
 * @param host the code host's
 */
export function remoteName(remote: string, host: string): string | null {
  if (/^(?:[~./\\]|[a-z]:[\\/])/i.test(remote.trim())) return null;
  return nameAt(host, normalRepository(remote).replace(/^(?:www|ssh)\.(?=[^/]+\.)/, ""));
}

/** An issue or a pull request of a repository of the code host. */
export type CodePage = { name: string; number: number };

const CODE_PAGE =
  /^\/([^/?#]+\/[^/?#]+)\/(?:-\/)?(?:issues|pull|pulls|merge_requests)\/([1-9]\d{0,8})(?![^/?#])/;

/** The issue or pull request of the code host that an address shows, or a page below it; null for all others. */
export function codePageOf(url: string, codeHostUrl: string): CodePage | null {
  const base = codeHostUrl.replace(/\/+$/, "");
  const address = url.replace(/^(https?:\/\/)www\./i, "$1");
  if (address.slice(0, base.length).toLowerCase() !== base.toLowerCase()) return null;
  const [, name, number] = CODE_PAGE.exec(address.slice(base.length)) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), number: Number(number) };
}
