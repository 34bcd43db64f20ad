import { type Db, Prisma } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { PRIVATE_ACCESS_HOURS } from "@/lib/repositories/events/limits";
import type { CommitRow, PullRequestRow } from "@/lib/repositories/rules";
import { addedCommits, IS_SERVED, LATEST_WORD, markedAroundPulls } from "@/lib/repositories/store";

/** A repository as the code host speaks of it. */
type Repository = { id: number; private: boolean };

/**
 * Whether adopted repository `r` may receive what the code host reports about it. The service gets events of every
 * repository that it is installed on, whoever adopted it: a workspace gets only what its adopter could read. For a
 * private repository, adopting it or a sync must have proven that recently.
 */
function follows({ id, private: isPrivate }: Repository, now: Date): Prisma.Sql {
  const provenSince = new Date(now.getTime() - PRIVATE_ACCESS_HOURS * HOUR_MS);
  return Prisma.sql`r.external_id = ${String(id)}::text AND ${IS_SERVED}
    AND EXISTS (SELECT 1 FROM workspace w WHERE w.id = r.workspace_id AND w.is_active)
    AND ((NOT ${isPrivate}::boolean AND NOT r.is_private)
      OR greatest(r.created_at, r.last_synced_at) > ${provenSince}::timestamptz)`;
}

/** A query of the workspaces that a repository's events concern: they adopted it and may still read it. */
export function followingWorkspaces(repository: Repository, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT r.workspace_id FROM workspace_repository r WHERE ${follows(repository, now)}`;
}

/** The adoptions of a repository that its events concern, in the order in which rows are locked. */
export async function listFollowing(
  tx: Db,
  repository: Repository,
  now: Date,
): Promise<{ id: string; defaultBranch: string }[]> {
  return tx.$queryRaw<{ id: string; defaultBranch: string }[]>`
    SELECT r.id::text, r.default_branch AS "defaultBranch" FROM workspace_repository r
    WHERE ${follows(repository, now)} ORDER BY r.id`;
}

/**
 * Stores pushed commits in several adoptions of their repository, each once. Locks the rows as a sync does, so that
 * neither counts a commit that the other has just stored. `updated_at` stays: the sweep uses it, and a busy repository
 * must be synced too.
 */
export async function insertCommits(
  tx: Db,
  repositoryIds: readonly string[],
  commits: readonly CommitRow[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH held AS MATERIALIZED (
      SELECT id FROM workspace_repository WHERE id = ANY(${repositoryIds}::uuid[]) ORDER BY id FOR UPDATE
    ), ${addedCommits(commits, now)}
    UPDATE workspace_repository r SET commit_count = r.commit_count + counted.added
    FROM (SELECT repository_id, count(*)::int AS added FROM added GROUP BY repository_id) AS counted
    WHERE r.id = counted.repository_id
    RETURNING r.id::text`;
  return rows.map((row) => row.id);
}

/**
 * Stores a pull request in several adoptions of its repository, unless they know a later word on it.
 * @returns the adoptions for which this is the latest word
 */
export async function upsertPullRequest(
  tx: Db,
  repositoryIds: readonly string[],
  pull: PullRequestRow,
  now: Date,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH stored AS (
      INSERT INTO repository_pull_request AS known
        (repository_id, number, developer_id, author_subject, title, branch, state, opened_at, merged_at, updated_at)
      SELECT r.id, ${pull.number}::int, account.developer_id, a.subject, ${pull.title}::text, ${pull.branch}::text,
             ${pull.state}::text, ${pull.opened_at}::timestamptz, ${pull.merged_at}::timestamptz,
             ${pull.updated_at}::timestamptz
      FROM workspace_repository r CROSS JOIN (SELECT ${pull.author_subject}::text AS subject) AS a
      LEFT JOIN developer_connection account ON account.provider = 'code_host' AND account.subject = a.subject
      WHERE r.id = ANY(${repositoryIds}::uuid[]) ORDER BY r.id
      ${LATEST_WORD}
      RETURNING repository_id, developer_id, opened_at, merged_at), ${markedAroundPulls(now)}
    SELECT repository_id::text AS id FROM stored`;
  return rows.map((row) => row.id);
}

export type NewFacts = { fullName: string; defaultBranch: string | null; isPrivate: boolean };
type Facts = { full_name: string; default_branch: string; is_private: boolean };
export type ChangedAdoption = { id: string; workspaceId: string; before: Facts; after: Facts };

/**
 * Takes over what the code host says of a repository, in several adoptions of it. The next sync reads it again instead
 * of taking our copy for what it last read.
 * @returns the adoptions that changed by it
 */
export async function updateFacts(
  tx: Db,
  repositoryIds: readonly string[],
  { fullName, defaultBranch, isPrivate }: NewFacts,
): Promise<ChangedAdoption[]> {
  return tx.$queryRaw<ChangedAdoption[]>`
    WITH known AS MATERIALIZED (
      SELECT id, full_name, default_branch, is_private FROM workspace_repository
      WHERE id = ANY(${repositoryIds}::uuid[]) ORDER BY id FOR UPDATE)
    UPDATE workspace_repository r SET full_name = ${fullName}::text,
      default_branch = coalesce(${defaultBranch}::text, r.default_branch), is_private = ${isPrivate}::boolean,
      sync_state = r.sync_state #- '{etags,repository}'
    FROM known
    WHERE r.id = known.id AND (known.full_name, known.default_branch, known.is_private) IS DISTINCT FROM
      (${fullName}::text, coalesce(${defaultBranch}::text, known.default_branch), ${isPrivate}::boolean)
    RETURNING r.id::text, r.workspace_id::text AS "workspaceId",
      jsonb_build_object('full_name', known.full_name, 'default_branch', known.default_branch,
        'is_private', known.is_private) AS before,
      jsonb_build_object('full_name', r.full_name, 'default_branch', r.default_branch,
        'is_private', r.is_private) AS after`;
}

/** Says of every adoption of these repositories that it can't be synced any more, and why. @returns them */
export async function markUnreachable(
  tx: Db,
  externalIds: readonly string[],
  lastError: string,
): Promise<{ id: string; workspaceId: string; fullName: string }[]> {
  return tx.$queryRaw<{ id: string; workspaceId: string; fullName: string }[]>`
    WITH held AS MATERIALIZED (
      SELECT id FROM workspace_repository WHERE external_id = ANY(${externalIds}::text[]) ORDER BY id FOR UPDATE)
    UPDATE workspace_repository r SET sync_status = 'failed', last_error = ${lastError}::text
    FROM held WHERE r.id = held.id
    RETURNING r.id::text, r.workspace_id::text AS "workspaceId", r.full_name AS "fullName"`;
}

/** Every adoption of these repositories. */
export async function listAdoptions(tx: Db, externalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.workspaceRepository.findMany({
    where: { externalId: { in: [...externalIds] } },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}
