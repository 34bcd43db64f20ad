import type { Outcome } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { chunks } from "@/lib/platform/chunks";
import { transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import {
  type CodeHost,
  CodeHostRefusal,
  openCodeHost,
  type RefusalReason,
} from "@/lib/repositories/code-host";
import {
  CommitAnswer,
  CommitsAnswer,
  ComparisonAnswer,
  LanguagesAnswer,
  PullRequestsAnswer,
  RepositoryAnswer,
} from "@/lib/repositories/code-host-answers";
import { languageTable } from "@/lib/repositories/language-table";
import {
  COMMIT_STATS_AT_ONCE,
  COMMIT_STATS_PER_SYNC_MAX,
  FIRST_SYNC_DAYS,
  RATE_LIMIT_RESERVE,
  SYNC_RUN_MS_MAX,
} from "@/lib/repositories/limits";
import {
  commitRow,
  commitStats,
  type ListedCommit,
  pullRequestRow,
  SyncState,
  type SyncStatus,
} from "@/lib/repositories/rules";
import {
  beginSync,
  endSync,
  listCommitsWithoutStats,
  matchAuthors,
  recordSyncError,
  type SyncSource,
  saveProgress,
  storeCommitStats,
  storeCommits,
  storePullRequests,
} from "@/lib/repositories/store";
import { syncTeamsOfRepository } from "@/lib/teams/jobs";

/** The run can't go on now, though nothing failed: its time is up, or its adopter changed. The next run sees to it. */
class Paused extends Error {}

/** A sync under way: through whom it runs, where it stands, and the clock. */
type Run = { source: SyncSource; codeHost: CodeHost; state: SyncState; defaultBranch: string; now: Date };

function pauseWhenLate({ codeHost, now }: Run): void {
  if (codeHost.time().getTime() - now.getTime() > SYNC_RUN_MS_MAX) throw new Paused();
}

/** Stands for the stored state from here on, once `isStored`: it is not where the adopter is no longer the same. */
function advance(run: Run, state: SyncState, isStored: boolean): void {
  if (!isStored) throw new Paused();
  run.state = state;
}

/** Repositories are addressed by id, so that another one that takes over an abandoned name is never mistaken for it. */
function address({ source }: Run): { id: string } {
  return { id: source.externalId };
}

async function refreshFacts(run: Run): Promise<void> {
  const { state, codeHost, now } = run;
  const route = "GET /repositories/{id}";
  const answer = await codeHost.readChanged(route, RepositoryAnswer, address(run), state.etags.repository);
  if (!answer) return;
  const next = { ...state, etags: { ...state.etags, repository: answer.etag } };
  advance(run, next, await saveProgress(run.source, next, answer.data, now));
  run.defaultBranch = answer.data.defaultBranch;
}

/** Looks for a new tip of the default branch, and begins to list what leads to it. */
async function beginCommits(run: Run): Promise<void> {
  const { state, codeHost, now } = run;
  const tip = await codeHost
    .readChanged(
      "GET /repositories/{id}/commits",
      CommitsAnswer,
      { ...address(run), sha: run.defaultBranch, per_page: 1 },
      state.etags.head,
    )
    .catch((error: unknown) => {
      // So it answers for a repository without any commit.
      if (error instanceof CodeHostRefusal && error.reason === "gone") return null;
      throw error;
    });
  const head = tip?.data[0]?.sha;
  if (!head || head === state.head) return;
  const since = new Date(now.getTime() - FIRST_SYNC_DAYS * DAY_MS).toISOString();
  const next = {
    ...state,
    commits: { base: state.head, head, since, page: 1 },
    etags: { ...state.etags, head: tip.etag },
  };
  advance(run, next, await saveProgress(run.source, next, null, now));
}

function listCommits(run: Run, listing: NonNullable<SyncState["commits"]>): AsyncGenerator<ListedCommit[]> {
  const { base, head, since, page } = listing;
  if (base === null) {
    const parameters = { ...address(run), sha: head, since, page };
    return run.codeHost.pages("GET /repositories/{id}/commits", CommitsAnswer, parameters);
  }
  // Exactly what `head` has and `base` has not, however old: a merged branch may hold commits older than any stored.
  const schema = ComparisonAnswer.transform((answer) => answer.commits);
  const parameters = { ...address(run), basehead: `${base}...${head}`, page };
  return run.codeHost.pages("GET /repositories/{id}/compare/{basehead}", schema, parameters);
}

async function storeListing(run: Run, listing: NonNullable<SyncState["commits"]>): Promise<void> {
  let { page } = listing;
  for await (const commits of listCommits(run, listing)) {
    page += 1;
    const rows = commits.map((commit) => commitRow(commit, run.now));
    const next = { ...run.state, commits: { ...listing, page } };
    advance(run, next, await storeCommits(run.source, rows, next, run.now));
    pauseWhenLate(run);
  }
  const done = { ...run.state, head: listing.head, commits: null };
  advance(run, done, await saveProgress(run.source, done, null, run.now));
}

/** Stores every commit up to the tip, from where an interrupted listing stopped. */
async function syncCommits(run: Run): Promise<void> {
  if (!run.state.commits) await beginCommits(run);
  const listing = run.state.commits;
  if (!listing) return;
  try {
    await storeListing(run, listing);
  } catch (error) {
    const isLost = error instanceof CodeHostRefusal && ["gone", "no_access"].includes(error.reason);
    const isPinned = listing.base !== null || listing.page > 1;
    if (!isLost || !isPinned) throw error;
    // History was rewritten and the commits that the listing hangs on are gone: list afresh.
    const { head: _, ...etags } = run.state.etags;
    const afresh = { ...run.state, head: null, commits: null, etags };
    advance(run, afresh, await saveProgress(run.source, afresh, null, run.now));
    await syncCommits(run);
  }
}

/** Stores the pull requests that changed since the last sync, the latest change first. */
async function syncPullRequests(run: Run): Promise<void> {
  const { codeHost, now } = run;
  const route = "GET /repositories/{id}/pulls";
  const order = { ...address(run), state: "all", sort: "updated", direction: "desc" };
  if (!run.state.pulls) {
    const { state } = run;
    const latest = await codeHost.readChanged(
      route,
      PullRequestsAnswer,
      { ...order, per_page: 1 },
      state.etags.pulls,
    );
    if (!latest) return;
    const since = state.pullsUntil ?? new Date(now.getTime() - FIRST_SYNC_DAYS * DAY_MS).toISOString();
    const newest = latest.data[0]?.updated_at ?? null;
    const next = {
      ...state,
      pulls: { since, newest, page: 1 },
      etags: { ...state.etags, pulls: latest.etag },
    };
    advance(run, next, await saveProgress(run.source, next, null, now));
  }
  const listing = run.state.pulls;
  if (!listing) return;
  let { page } = listing;
  for await (const pulls of codeHost.pages(route, PullRequestsAnswer, { ...order, page })) {
    page += 1;
    const recent = pulls.filter((pull) => Date.parse(pull.updated_at) >= Date.parse(listing.since));
    const rows = recent.map((pull) => pullRequestRow(pull, now));
    const next = { ...run.state, pulls: { ...listing, page } };
    advance(run, next, await storePullRequests(run.source, rows, next, now));
    if (recent.length < pulls.length) break;
    pauseWhenLate(run);
  }
  // One that changed while the pages were read moved to the front unseen; it is newer than `newest`, so it comes next.
  const done = { ...run.state, pullsUntil: listing.newest ?? run.state.pullsUntil, pulls: null };
  advance(run, done, await saveProgress(run.source, done, null, now));
}

async function readStats(run: Run, sha: string) {
  try {
    const route = "GET /repositories/{id}/commits/{sha}";
    return await run.codeHost.read(route, CommitAnswer, { ...address(run), sha, per_page: 100 });
  } catch (error) {
    // The commit is no longer there, which won't change.
    if (error instanceof CodeHostRefusal && error.reason === "gone") return null;
    throw error;
  }
}

/**
 * Asks what the newest commits changed, one request each, because lists don't include it: a limited number per sync, as
 * long as there is time and enough of the adopter's rate limit. Later syncs do the rest.
 */
async function syncStats(run: Run): Promise<void> {
  const { codeHost, source, now } = run;
  const shas = await listCommitsWithoutStats(source, COMMIT_STATS_PER_SYNC_MAX);
  if (shas.length === 0) return;
  const bytesByLanguage = await codeHost.read(
    "GET /repositories/{id}/languages",
    LanguagesAnswer,
    address(run),
  );
  const table = await languageTable();
  for (const some of chunks(shas, COMMIT_STATS_AT_ONCE)) {
    const isLate = codeHost.time().getTime() - now.getTime() > SYNC_RUN_MS_MAX;
    if (isLate || codeHost.requestsLeft() < RATE_LIMIT_RESERVE) return;
    const stats = await Promise.all(
      some.map(async (sha) => commitStats(sha, await readStats(run, sha), table, bytesByLanguage)),
    );
    if (!(await storeCommitStats(source, stats))) throw new Paused();
  }
}

async function finish({ source, now }: Run): Promise<void> {
  await transaction(async (tx) => {
    if (!(await endSync(tx, source, now))) throw new Paused();
    await matchAuthors(tx, source.id, now);
    await enqueue(tx, syncTeamsOfRepository, { repository_id: source.id }, now);
  });
}

const UNSERVED =
  "Whoever adopted this repository is no longer active here. Another administrator can reclaim it.";

/** What the tenant reads of a refusal, and what becomes of the sync. */
const FAILURES: Record<Exclude<RefusalReason, "rate_limited">, [SyncStatus, string]> = {
  not_configured: ["failed", "No code host is set up on this server."],
  no_connection: ["no_credentials", "The adopter is no longer connected to the code host."],
  reauth_required: [
    "no_credentials",
    "The code host no longer accepts the adopter's connection. They must sign in with the code host again.",
  ],
  no_access: [
    "failed",
    "The adopter has no access to this repository at the code host, or it was deleted there.",
  ],
  gone: ["failed", "The code host no longer has what it was asked for. The sync is tried again."],
  unavailable: ["failed", "The code host sent an unusable answer. The sync will be retried."],
};

async function onRefusal(source: SyncSource, refusal: CodeHostRefusal, now: Date): Promise<Outcome> {
  if (refusal.reason === "rate_limited") {
    const againAt = refusal.againAt ?? now;
    const message = `The code host limits requests. The sync goes on at ${againAt.toISOString()}.`;
    await recordSyncError(source, "syncing", message, now);
    return { againAt };
  }
  await recordSyncError(source, ...FAILURES[refusal.reason], now);
  if (refusal.reason === "unavailable" || refusal.reason === "gone") throw refusal;
  return undefined;
}

/**
 * Brings a repository's commits and pull requests up to date through its adopter's connection, from where the last run
 * stopped: each page is stored together with the place after it. A run is bounded in time and then comes back.
 * @throws CodeHostRefusal when trying again soon may help; the row says so in words for the tenant
 */
export async function syncRepository(repositoryId: string, now: Date): Promise<Outcome> {
  const source = await beginSync(repositoryId, UNSERVED, now);
  if (!source) return undefined;
  try {
    const codeHost = await openCodeHost(source.adopterId, now);
    const { defaultBranch } = source;
    const run: Run = { source, codeHost, state: SyncState.parse(source.state), defaultBranch, now };
    await refreshFacts(run);
    await syncCommits(run);
    await syncPullRequests(run);
    await syncStats(run);
    await finish(run);
    return undefined;
  } catch (error) {
    if (error instanceof Paused) return { againAt: now };
    if (error instanceof CodeHostRefusal) return onRefusal(source, error, now);
    await recordSyncError(
      source,
      "failed",
      "Something went wrong on our side. The sync is tried again.",
      now,
    );
    throw error;
  }
}
