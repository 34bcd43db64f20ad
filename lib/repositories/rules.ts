import { z } from "zod";
import { storable } from "@/lib/platform/storable";
import {
  AUTHOR_EMAIL_CHARS_MAX,
  BRANCH_CHARS_MAX,
  CHANGED_LINES_MAX,
  COMMIT_MESSAGE_CHARS_MAX,
  PULL_REQUEST_TITLE_CHARS_MAX,
  RATE_LIMIT_WAIT_S_DEFAULT,
  RATE_LIMIT_WAIT_S_MAX,
} from "@/lib/repositories/limits";

export const SYNC_STATUSES = ["pending", "syncing", "synced", "failed", "no_credentials"] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** What a repository's adopter is to the workspace; null once they were erased. */
export type Adopter = { isActive: boolean; memberships: readonly { status: string }[] } | null;

/**
 * Whether someone else may take a repository over: its adopter is inactive, suspended, or gone (requirements,
 * "WorkspaceRepository").
 */
export function canReclaim(adopter: Adopter): boolean {
  return !adopter?.isActive || !adopter.memberships.some((membership) => membership.status === "active");
}

/** A commit's name: SHA-1, or SHA-256 in newer repositories. */
export const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const Page = z.int().min(1);

/**
 * The state of a repository's sync. A listing in progress is pinned to the commit that was the tip when it began, so
 * that its pages don't change, however long it takes; without `base` it goes back to `since`.
 */
export const SyncState = z.object({
  /** The tip of the default branch up to which every commit is stored. */
  head: Sha.nullable().default(null),
  commits: z
    .object({ base: Sha.nullable(), head: Sha, since: z.iso.datetime(), page: Page })
    .nullable()
    .default(null),
  /** Every pull request that was last changed up to here is stored. */
  pullsUntil: z.iso.datetime().nullable().default(null),
  pulls: z
    .object({ since: z.iso.datetime(), newest: z.iso.datetime().nullable(), page: Page })
    .nullable()
    .default(null),
  /** With these the code host can answer that nothing changed, which costs none of the rate limit. */
  etags: z.object({ repository: z.string(), head: z.string(), pulls: z.string() }).partial().default({}),
});
export type SyncState = z.output<typeof SyncState>;

function waitUntil(seconds: number, now: Date): Date {
  const waitS = Math.min(Math.max(seconds, 1), RATE_LIMIT_WAIT_S_MAX);
  return new Date(now.getTime() + waitS * 1000);
}

/**
 * When to ask again, if an answer says that the code host limits requests; null for every other answer. A 403 is one
 * only where the headers or the message say so.
 */
export function rateLimitedUntil(
  status: number,
  headers: Readonly<Record<string, string | number | undefined>>,
  message: string,
  now: Date,
): Date | null {
  if (status !== 429 && status !== 403) return null;
  const retryAfterS = Number.parseInt(String(headers["retry-after"] ?? ""), 10);
  if (retryAfterS >= 0) return waitUntil(retryAfterS, now);
  if (String(headers["x-ratelimit-remaining"] ?? "") === "0") {
    const resetS = Number.parseInt(String(headers["x-ratelimit-reset"] ?? ""), 10);
    // A second more, because the code host's clock and ours don't tick together.
    if (resetS > 0) return waitUntil(resetS - now.getTime() / 1000 + 1, now);
  }
  return status === 429 || /rate limit/i.test(message) ? waitUntil(RATE_LIMIT_WAIT_S_DEFAULT, now) : null;
}

/** Git takes any date a machine's clock shows. One from the future would count as recent for ever. */
function plausible(at: string | null | undefined, now: Date): string {
  const ms = Date.parse(at ?? "");
  return new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), now.getTime())).toISOString();
}

type Account = { id: number } | null | undefined;
type Signature = { email?: string | null | undefined; date?: string | null | undefined } | null | undefined;

/** A commit as the code host lists it. */
export type ListedCommit = {
  sha: string;
  author?: Account;
  commit: { message: string; author?: Signature; committer?: Signature };
};

/** A listed commit as it is stored, before its author is looked for. */
export function commitRow({ sha, author, commit }: ListedCommit, now: Date) {
  const email = commit.author?.email?.toLowerCase();
  return {
    sha,
    author_email: email && email.length <= AUTHOR_EMAIL_CHARS_MAX ? storable(email, email.length) : null,
    author_subject: author ? String(author.id) : null,
    message: storable(commit.message, COMMIT_MESSAGE_CHARS_MAX),
    committed_at: plausible(commit.committer?.date ?? commit.author?.date, now),
  };
}
export type CommitRow = ReturnType<typeof commitRow>;

export const PULL_REQUEST_STATES = ["open", "closed", "merged"] as const;

/** A pull request as the code host lists it. */
export type ListedPullRequest = {
  number: number;
  title: string;
  state: string;
  user?: Account;
  head: { ref: string };
  created_at: string;
  merged_at: string | null;
  updated_at: string;
};

/** A listed pull request as it is stored, before its author is looked for. */
export function pullRequestRow(pull: ListedPullRequest, now: Date) {
  return {
    number: pull.number,
    author_subject: pull.user ? String(pull.user.id) : null,
    title: storable(pull.title, PULL_REQUEST_TITLE_CHARS_MAX),
    branch: storable(pull.head.ref, BRANCH_CHARS_MAX),
    state: pull.merged_at ? "merged" : pull.state === "open" ? "open" : "closed",
    opened_at: plausible(pull.created_at, now),
    merged_at: pull.merged_at ? plausible(pull.merged_at, now) : null,
    updated_at: plausible(pull.updated_at, now),
  };
}
export type PullRequestRow = ReturnType<typeof pullRequestRow>;

type ChangedFile = { filename: string; additions: number; deletions: number };

/** Which languages a file with this name or extension can be in. */
export type LanguageTable = {
  byName: ReadonlyMap<string, readonly string[]>;
  byExtension: ReadonlyMap<string, readonly string[]>;
};

/**
 * The language of a file as the code host itself counts: of those its name allows, the one that the repository holds
 * most of. Null for data, prose and whatever else the code host doesn't count there.
 */
export function languageOf(
  filename: string,
  table: LanguageTable,
  bytesByLanguage: Readonly<Record<string, number>>,
): string | null {
  const name = filename.slice(filename.lastIndexOf("/") + 1);
  const parts = name.toLowerCase().split(".");
  // The longest extension counts: `.blade.php` before `.php`.
  const extensions = parts.slice(1).map((_, i) => `.${parts.slice(i + 1).join(".")}`);
  const candidates =
    table.byName.get(name) ??
    extensions.map((extension) => table.byExtension.get(extension)).find((languages) => languages) ??
    [];
  const held = candidates.filter((language) => Object.hasOwn(bytesByLanguage, language));
  return held.sort((a, b) => (bytesByLanguage[b] ?? 0) - (bytesByLanguage[a] ?? 0))[0] ?? null;
}

/** What a commit changed, in all and by language, as it is stored. */
export function commitStats(
  sha: string,
  change: { stats: { additions: number; deletions: number }; files: readonly ChangedFile[] } | null,
  table: LanguageTable,
  bytesByLanguage: Readonly<Record<string, number>>,
) {
  const languages: Record<string, number> = {};
  for (const file of change?.files ?? []) {
    const language = languageOf(file.filename, table, bytesByLanguage);
    const lines = file.additions + file.deletions;
    if (language !== null && lines > 0) languages[language] = (languages[language] ?? 0) + lines;
  }
  return {
    sha,
    additions: Math.min(change?.stats.additions ?? 0, CHANGED_LINES_MAX),
    deletions: Math.min(change?.stats.deletions ?? 0, CHANGED_LINES_MAX),
    languages,
  };
}
export type CommitStats = ReturnType<typeof commitStats>;
