import type { PullRequestEvent, Push, PushedCommit } from "@/lib/inbound/code-host/payloads";
import { storable } from "@/lib/platform/storable";
import { LINK_TITLE_CHARS_MAX } from "@/lib/projects/tasks/links/limits";
import type { Mention } from "@/lib/projects/tasks/links/link-tasks";
import { type Link, tasksNamed } from "@/lib/projects/tasks/links/rules";
import type { ListedCommit, ListedPullRequest } from "@/lib/repositories/rules";

const BRANCH_REF = "refs/heads/";

/** The branch that was pushed to; null for a tag. */
export function branchOf(ref: string): string | null {
  return ref.startsWith(BRANCH_REF) ? ref.slice(BRANCH_REF.length) : null;
}

/** An address that the code host gives people who hide their own, with the id of their account in front. */
const PRIVATE_ADDRESS = /^(\d{1,15})\+[^@]+@users\.noreply\./i;

/** The account that wrote a commit. A push names it by login only, but says the id of whoever pushed. */
function authorOf({ author }: PushedCommit, sender: Push["sender"]): { id: number } | null {
  const [, id] = PRIVATE_ADDRESS.exec(author?.email ?? "") ?? [];
  if (id !== undefined) return { id: Number(id) };
  const login = author?.username?.toLowerCase();
  return sender && login && sender.login?.toLowerCase() === login ? { id: sender.id } : null;
}

/** A pushed commit as a list of commits would have it. */
export function listedCommit(commit: PushedCommit, sender: Push["sender"]): ListedCommit {
  const { id, message, timestamp, author } = commit;
  const signature = { email: author?.email, date: timestamp };
  return { sha: id, author: authorOf(commit, sender), commit: { message, author: signature } };
}

/** A pull request of an event as a list of pull requests would have it. */
export function listedPullRequest({ pull_request: pull }: PullRequestEvent): ListedPullRequest {
  return { ...pull, merged_at: pull.merged_at ?? null };
}

type Named = {
  kind: Link["kind"];
  ref: string;
  title: string;
  url: string | null | undefined;
  saidAt?: string | null | undefined;
};

/** Something at the code host as links to it show it. */
export function linkedTo({ kind, ref, title, url, saidAt }: Named, state: Link["state"]) {
  return {
    kind,
    ref,
    state,
    title: storable(title, LINK_TITLE_CHARS_MAX),
    url: url ? storable(url, url.length) : null,
    saidAt: saidAt ?? null,
  };
}

/** The tasks that something names in its branch and its texts, as links to it. */
export function mentionsIn(
  about: Named,
  state: Link["state"],
  branch: string | null,
  text: string,
): Mention[] {
  const named = [...tasksNamed(text, "text"), ...tasksNamed(branch ?? "", "branch")];
  const linked = linkedTo(about, state);
  return named.map((task) => ({ ...task, ...linked }));
}

/** The tasks that pushed commits name; on the default branch the commits are merged. */
export function mentionsInPush(
  commits: readonly PushedCommit[],
  branch: string,
  isMerged: boolean,
): Mention[] {
  return commits.flatMap(({ id, message, url }) => {
    const title = message.split("\n", 1)[0] ?? "";
    const state = isMerged ? "merged" : "open";
    return mentionsIn({ kind: "commit", ref: id, title, url }, state, isMerged ? null : branch, message);
  });
}

/**
 * The state of a pull request. If it was merged into another branch than the default one it is closed, but fixes
 * nothing yet.
 */
export function pullRequestState(
  { pull_request: pull }: PullRequestEvent,
  defaultBranch: string,
): Link["state"] {
  const isIntoDefault = !pull.base || pull.base.ref === defaultBranch;
  if (pull.merged_at) return isIntoDefault ? "merged" : "closed";
  if (pull.state !== "open") return "closed";
  return pull.draft ? "draft" : "open";
}

const TRUSTED = ["OWNER", "MEMBER", "COLLABORATOR"];

/**
 * Whether a pull request may move tasks. Anyone may open one in a public repository and name any task: theirs is only
 * linked, until someone with the right to do so merges it.
 */
export function mayMoveTasks({ pull_request: pull, repository }: PullRequestEvent): boolean {
  const association = pull.author_association;
  return repository.private || Boolean(pull.merged_at) || !association || TRUSTED.includes(association);
}
