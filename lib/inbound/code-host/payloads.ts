import { z } from "zod";
import type { Kept } from "@/lib/http/large-bodies";

/*
 * What is read of the code host's payloads. Everything else in them is dropped unseen, and what is optional here may be
 * missing without the event being declined.
 */

/** Links are shown to people, and a `javascript:` address would run. */
const Link = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .nullish()
  .catch(null);
const Account = z.object({ id: z.int(), login: z.string().optional() }).nullish().catch(null);
const Time = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

const Repository = z.object({
  id: z.int(),
  full_name: z.string(),
  private: z.boolean().default(false),
  default_branch: z.string().min(1).optional().catch(undefined),
});
export type Repository = z.output<typeof Repository>;

const PushedCommit = z.object({
  id: z.string().regex(/^[0-9a-f]{40,64}$/),
  message: z.string(),
  timestamp: z.string().nullish(),
  url: Link,
  author: z
    .object({ email: z.string().nullish().catch(null), username: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
export type PushedCommit = z.output<typeof PushedCommit>;

const Push = z.object({
  ref: z.string(),
  repository: Repository,
  sender: Account,
  /** There may be thousands, and most concern nobody: read them with `commitsOf` where they do. */
  commits: z.array(z.unknown()).default([]),
});
export type Push = z.output<typeof Push>;

/** The commits of a push. One that can't be read is left to the repository's sync, and the others are kept. */
export function commitsOf({ commits }: Push): PushedCommit[] {
  return commits.flatMap((commit) => PushedCommit.safeParse(commit).data ?? []);
}

const PullRequest = z.object({
  number: z.int().min(1).max(2_147_483_647),
  title: z.string(),
  body: z.string().nullish().catch(null),
  state: z.string(),
  draft: z.boolean().nullish().catch(null),
  html_url: Link,
  user: Account,
  author_association: z.string().nullish().catch(null),
  head: z.object({ ref: z.string() }),
  base: z.object({ ref: z.string() }).nullish().catch(null),
  created_at: Time,
  merged_at: Time.nullish(),
  updated_at: Time,
});

const PullRequestEvent = z.object({ pull_request: PullRequest, repository: Repository });
export type PullRequestEvent = z.output<typeof PullRequestEvent>;

const Issue = z.object({
  number: z.int().min(1).max(2_147_483_647),
  title: z.string(),
  body: z.string().nullish().catch(null),
  state: z.string().nullish().catch(null),
  html_url: Link,
  updated_at: Time.nullish().catch(null),
});

const IssueEvent = z.object({ action: z.string(), issue: Issue, repository: Repository });
export type IssueEvent = z.output<typeof IssueEvent>;

const RepositoryEvent = z.object({ action: z.string(), repository: Repository });
export type RepositoryEvent = z.output<typeof RepositoryEvent>;

const InstallationEvent = z.object({
  action: z.string(),
  repositories: z.array(z.object({ id: z.int() })).default([]),
});
export type InstallationEvent = z.output<typeof InstallationEvent>;

const ACCOUNT: Kept = { id: true, login: true };

/** All of these members and no others, of whichever event: what is left of a large body. */
export const KEPT: Kept = {
  action: true,
  ref: true,
  sender: ACCOUNT,
  repository: { id: true, full_name: true, private: true, default_branch: true },
  repositories: [{ id: true }],
  commits: [{ id: true, message: true, timestamp: true, url: true, author: { email: true, username: true } }],
  pull_request: {
    number: true,
    title: true,
    body: true,
    state: true,
    draft: true,
    html_url: true,
    user: ACCOUNT,
    author_association: true,
    head: { ref: true },
    base: { ref: true },
    created_at: true,
    merged_at: true,
    updated_at: true,
  },
  issue: { number: true, title: true, body: true, state: true, html_url: true, updated_at: true },
};

/** The events that are handled, each with what it must hold. */
export const PAYLOADS = {
  ping: z.unknown(),
  push: Push,
  pull_request: PullRequestEvent,
  // A review names its pull request as it stands, so it is one more word on it.
  pull_request_review: PullRequestEvent,
  issues: IssueEvent,
  repository: RepositoryEvent,
  installation: InstallationEvent,
} as const;

export type HandledEvent = keyof typeof PAYLOADS;

/** Whether an event is one of those that are handled. */
export function isHandled(event: string): event is HandledEvent {
  return Object.hasOwn(PAYLOADS, event);
}

/** The repository that a payload is about; null where it is about none, or about several. */
export function repositoryOf(payload: unknown): Repository | null {
  return z.object({ repository: Repository }).safeParse(payload).data?.repository ?? null;
}

/** What happened to the thing that the event is about; null where the event says all. */
export function actionOf(payload: unknown): string | null {
  return z.object({ action: z.string() }).safeParse(payload).data?.action ?? null;
}
