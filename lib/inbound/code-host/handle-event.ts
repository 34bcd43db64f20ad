import {
  commitsOf,
  type HandledEvent,
  type InstallationEvent,
  type IssueEvent,
  isHandled,
  PAYLOADS,
  type PullRequestEvent,
  type Push,
  type RepositoryEvent,
} from "@/lib/inbound/code-host/payloads";
import {
  branchOf,
  linkedTo,
  listedCommit,
  listedPullRequest,
  mayMoveTasks,
  mentionsIn,
  mentionsInPush,
  pullRequestState,
} from "@/lib/inbound/code-host/rules";
import type { Delivery } from "@/lib/inbound/provider";
import type { Db } from "@/lib/platform/database";
import { storable } from "@/lib/platform/storable";
import { linkTasks } from "@/lib/projects/tasks/links/link-tasks";
import { updateLinksTo } from "@/lib/projects/tasks/links/store";
import {
  loseRepositories,
  recheckRepositories,
  takeFacts,
} from "@/lib/repositories/events/follow-repository";
import { listFollowing } from "@/lib/repositories/events/store";
import { storePullRequest } from "@/lib/repositories/events/store-pull-request";
import { storePush } from "@/lib/repositories/events/store-push";
import { BRANCH_CHARS_MAX, FULL_NAME_CHARS_MAX } from "@/lib/repositories/limits";

async function onPush(tx: Db, push: Push, now: Date): Promise<void> {
  const branch = branchOf(push.ref);
  if (branch === null) return;
  const following = await listFollowing(tx, push.repository, now);
  if (following.length === 0) return;
  const ids = following.map(({ id }) => id);
  const pushed = commitsOf(push);
  const isDefault = branch === (push.repository.default_branch ?? following[0]?.defaultBranch);
  // As a sync does: work on other branches counts once it is merged.
  if (isDefault) {
    const commits = pushed.map((commit) => listedCommit(commit, push.sender));
    await storePush(tx, ids, commits, now);
  }
  await linkTasks(tx, ids, mentionsInPush(pushed, branch, isDefault), true, now);
}

async function onPullRequest(tx: Db, event: PullRequestEvent, now: Date): Promise<void> {
  const following = await listFollowing(tx, event.repository, now);
  const ids = following.map(({ id }) => id);
  const latest = await storePullRequest(tx, ids, listedPullRequest(event), now);
  const { number, title, body, html_url: url, head } = event.pull_request;
  const defaultBranch = event.repository.default_branch ?? following[0]?.defaultBranch ?? "";
  const state = pullRequestState(event, defaultBranch);
  const named = { kind: "pull_request", ref: String(number), title, url } as const;
  const mentions = mentionsIn(named, state, head.ref, `${title}\n${body ?? ""}`);
  await linkTasks(tx, latest, mentions, mayMoveTasks(event), now);
  // Those that it named before, too.
  await updateLinksTo(tx, latest, linkedTo(named, state), now);
}

async function onIssue(tx: Db, { issue, repository }: IssueEvent, now: Date): Promise<void> {
  const ids = (await listFollowing(tx, repository, now)).map(({ id }) => id);
  const { number, title, body, html_url: url, updated_at: saidAt } = issue;
  const named = { kind: "issue", ref: String(number), title, url, saidAt } as const;
  const state = issue.state === "closed" ? "closed" : "open";
  await linkTasks(tx, ids, mentionsIn(named, state, null, `${title}\n${body ?? ""}`), false, now);
  await updateLinksTo(tx, ids, linkedTo(named, state), now);
}

async function onRepository(tx: Db, { action, repository }: RepositoryEvent, now: Date): Promise<void> {
  const externalIds = [String(repository.id)];
  if (action === "deleted") {
    await loseRepositories(tx, externalIds, "The repository was deleted at the code host.", now);
    return;
  }
  const following = await listFollowing(tx, repository, now);
  const facts = {
    fullName: storable(repository.full_name, FULL_NAME_CHARS_MAX),
    defaultBranch: repository.default_branch ? storable(repository.default_branch, BRANCH_CHARS_MAX) : null,
    isPrivate: repository.private,
  };
  await takeFacts(
    tx,
    following.map(({ id }) => id),
    facts,
    now,
  );
  // Renamed, transferred, made private: only asking shows who may still read it.
  await recheckRepositories(tx, externalIds, now);
}

async function onInstallation(tx: Db, { action, repositories }: InstallationEvent, now: Date): Promise<void> {
  const externalIds = repositories.map(({ id }) => String(id));
  if (externalIds.length === 0) return;
  if (action === "deleted" || action === "suspend") {
    const why =
      "The service was removed from this repository at the code host. Whether it can still be read is being checked.";
    await loseRepositories(tx, externalIds, why, now);
  }
  await recheckRepositories(tx, externalIds, now);
}

/** What each event does; each gets what its own schema made of the body. */
const HANDLERS: { [E in HandledEvent]: (tx: Db, body: unknown, now: Date) => Promise<void> } = {
  ping: async () => {},
  push: (tx, body, now) => onPush(tx, PAYLOADS.push.parse(body), now),
  pull_request: (tx, body, now) => onPullRequest(tx, PAYLOADS.pull_request.parse(body), now),
  pull_request_review: (tx, body, now) => onPullRequest(tx, PAYLOADS.pull_request_review.parse(body), now),
  issues: (tx, body, now) => onIssue(tx, PAYLOADS.issues.parse(body), now),
  repository: (tx, body, now) => onRepository(tx, PAYLOADS.repository.parse(body), now),
  installation: (tx, body, now) => onInstallation(tx, PAYLOADS.installation.parse(body), now),
};

/** Does what the code host's event means for the workspaces that adopted its repository. */
export async function handleEvent(delivery: Delivery, tx: Db, now: Date): Promise<void> {
  const [event = ""] = delivery.event.split(".");
  if (isHandled(event)) await HANDLERS[event](tx, delivery.body, now);
}
