import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsHolding } from "@/lib/platform/loose-sql";
import type { CommitRow, CommitStats, PullRequestRow, SyncState, SyncStatus } from "@/lib/repositories/rules";
import { markedAround } from "@/lib/tracker/enrichment/own-work-sql";

/** What the code host says a repository is. */
export type Facts = { externalId: string; fullName: string; defaultBranch: string; isPrivate: boolean };

function withAdopter({ workspaceId }: WorkspaceScope) {
  return {
    adoptedBy: {
      select: {
        name: true,
        isActive: true,
        memberships: { where: { workspaceId }, select: { status: true } },
      },
    },
  } as const satisfies Prisma.WorkspaceRepositoryInclude;
}

export type RepositoryRow = Prisma.WorkspaceRepositoryGetPayload<{ include: ReturnType<typeof withAdopter> }>;

type Filters = { search: string | undefined; syncStatus: SyncStatus | undefined };

const idsWithName = ({ workspaceId }: WorkspaceScope, search: string) =>
  idsHolding(
    search,
    [Prisma.sql`x.full_name`],
    Prisma.sql`workspace_repository x WHERE x.workspace_id = ${workspaceId}::uuid`,
  );

/** A page of the workspace's repositories, newest first. */
export async function listRepositoryRows(
  scope: WorkspaceScope,
  { search, syncStatus }: Filters,
  { limit, after }: Slice,
): Promise<RepositoryRow[]> {
  return db().workspaceRepository.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(syncStatus ? { syncStatus } : {}),
      ...(search ? { id: { in: await idsWithName(scope, search) } } : {}),
      AND: beyond(after, "desc"),
    },
    include: withAdopter(scope),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One repository of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findRepository(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<RepositoryRow | null> {
  return tx.workspaceRepository.findFirst({
    where: { id, workspaceId: scope.workspaceId },
    include: withAdopter(scope),
  });
}

/** The same, its row locked until the transaction ends. */
export async function lockRepository(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<RepositoryRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM workspace_repository
    WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid FOR UPDATE`;
  return findRepository(tx, scope, id);
}

/** How many repositories the workspace has adopted. */
export async function countRepositories(tx: Db, scope: WorkspaceScope): Promise<number> {
  return tx.workspaceRepository.count({ where: { workspaceId: scope.workspaceId } });
}

/** Adopts a repository for the scope's workspace through the actor. @throws when the workspace has it already */
export async function insertRepository(
  tx: Db,
  scope: WorkspaceScope,
  facts: Facts,
  now: Date,
): Promise<RepositoryRow> {
  const { workspaceId, actor } = scope;
  return tx.workspaceRepository.create({
    data: { ...facts, workspaceId, adoptedByDeveloperId: actor.developerId, createdAt: now, updatedAt: now },
    include: withAdopter(scope),
  });
}

/** Changes a repository of the scope's workspace. */
export async function updateRepositoryRow(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
  change: Partial<Facts> & {
    adoptedByDeveloperId?: string;
    syncStatus?: SyncStatus;
    lastError?: string | null;
  },
): Promise<RepositoryRow> {
  return tx.workspaceRepository.update({
    where: { id, workspaceId: scope.workspaceId },
    data: change,
    include: withAdopter(scope),
  });
}

/** Drops a repository of the scope's workspace with its commits and pull requests. */
export async function deleteRepositoryRow(tx: Db, scope: WorkspaceScope, id: string): Promise<void> {
  await tx.workspaceRepository.delete({ where: { id, workspaceId: scope.workspaceId } });
}

/** Which of these repositories of the code host the workspace has adopted: its own id by the code host's. */
export async function findAdopted(
  scope: WorkspaceScope,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db().workspaceRepository.findMany({
    where: { workspaceId: scope.workspaceId, externalId: { in: [...externalIds] } },
    select: { id: true, externalId: true },
  });
  return new Map(rows.map((row) => [row.externalId, row.id]));
}

/** Whether the adopter of repository `r` is an active developer and an active member of its workspace. */
export const IS_SERVED = Prisma.sql`EXISTS (
  SELECT 1 FROM developer d JOIN workspace_member m ON m.developer_id = d.id
  WHERE d.id = r.adopted_by_developer_id AND d.is_active
    AND m.workspace_id = r.workspace_id AND m.status = 'active')`;

/** A repository as its sync sees it, bound to the adopter through whom the sync runs. */
export type SyncSource = {
  id: string;
  externalId: string;
  defaultBranch: string;
  adopterId: string;
  state: unknown;
};

/**
 * Marks a sync as started, or, with `unservedError`, as impossible if its adopter is no longer active in the workspace.
 * @returns null if there is nothing to sync: no such repository, its workspace inactive, or its adopter gone
 */
export async function beginSync(id: string, unservedError: string, now: Date): Promise<SyncSource | null> {
  const [row] = await db().$queryRaw<(SyncSource & { isServed: boolean })[]>`
    UPDATE workspace_repository r SET
      sync_status = CASE WHEN ${IS_SERVED} THEN 'syncing' ELSE 'no_credentials' END,
      last_error = CASE WHEN ${IS_SERVED} THEN NULL ELSE ${unservedError}::text END,
      updated_at = ${now}::timestamptz
    FROM workspace w
    WHERE r.id = ${id}::uuid AND w.id = r.workspace_id AND w.is_active
    RETURNING r.id::text, r.external_id AS "externalId", r.default_branch AS "defaultBranch",
      r.adopted_by_developer_id::text AS "adopterId", r.sync_state AS state, ${IS_SERVED} AS "isServed"`;
  return row?.isServed ? row : null;
}

/** The repository's row, held, while its sync still runs through the adopter with whom it began. */
function held({ id, adopterId }: SyncSource): Prisma.Sql {
  return Prisma.sql`held AS (
    SELECT r.id FROM workspace_repository r JOIN workspace w ON w.id = r.workspace_id AND w.is_active
    WHERE r.id = ${id}::uuid AND r.adopted_by_developer_id = ${adopterId}::uuid AND ${IS_SERVED}
    FOR UPDATE OF r)`;
}

/**
 * Stores where a sync stands and, where given, what the code host says of the repository.
 * @returns false, with nothing stored, when the repository was dropped, reclaimed, or lost its adopter meanwhile
 */
export async function saveProgress(
  source: SyncSource,
  state: SyncState,
  facts: Facts | null,
  now: Date,
): Promise<boolean> {
  const count = await db().$executeRaw`
    WITH ${held(source)}
    UPDATE workspace_repository r SET
      sync_state = ${JSON.stringify(state)}::jsonb,
      full_name = coalesce(${facts?.fullName ?? null}::text, r.full_name),
      default_branch = coalesce(${facts?.defaultBranch ?? null}::text, r.default_branch),
      is_private = coalesce(${facts?.isPrivate ?? null}::boolean, r.is_private),
      updated_at = ${now}::timestamptz
    FROM held WHERE r.id = held.id`;
  return count > 0;
}

/** Finds the developer of row `a` by the code host's account, else by the email that a provider verified as theirs. */
const BY_ACCOUNT_OR_EMAIL = Prisma.sql`
  LEFT JOIN developer_connection account ON account.provider = 'code_host' AND account.subject = a.author_subject
  LEFT JOIN LATERAL (
    SELECT id FROM developer WHERE email = a.author_email AND email_verified ORDER BY created_at LIMIT 1
  ) person ON true`;

/**
 * The end of a WITH clause: stores commits, each once, in the repositories that a query `held` before it names, as
 * `added`, a row for each new one; their authors' time around them is derived again.
 */
export function addedCommits(commits: readonly CommitRow[], now: Date): Prisma.Sql {
  return Prisma.sql`added AS (
    INSERT INTO repository_commit
      (repository_id, sha, developer_id, author_email, author_subject, message, committed_at)
    SELECT held.id, a.sha, coalesce(account.developer_id, person.id), a.author_email, a.author_subject, a.message,
           a.committed_at
    FROM held CROSS JOIN jsonb_to_recordset(${JSON.stringify(commits)}::jsonb)
      AS a(sha text, author_email text, author_subject text, message text, committed_at timestamptz)
    ${BY_ACCOUNT_OR_EMAIL}
    ON CONFLICT (repository_id, sha) DO NOTHING
    RETURNING repository_id, developer_id, committed_at AS at), ${markedAround("added", now)}`;
}

/**
 * Stores a page of commits, each once, with where the sync goes on: both or neither.
 * @returns false, with nothing stored, as `saveProgress`
 */
export async function storeCommits(
  source: SyncSource,
  commits: readonly CommitRow[],
  state: SyncState,
  now: Date,
): Promise<boolean> {
  const count = await db().$executeRaw`
    WITH ${held(source)}, ${addedCommits(commits, now)}
    UPDATE workspace_repository r SET
      commit_count = r.commit_count + (SELECT count(*) FROM added),
      sync_state = ${JSON.stringify(state)}::jsonb,
      updated_at = ${now}::timestamptz
    FROM held WHERE r.id = held.id`;
  return count > 0;
}

/** Of an insert into repository_pull_request AS known: a pull request that is known takes a later word only. */
export const LATEST_WORD = Prisma.sql`
  ON CONFLICT (repository_id, number) DO UPDATE SET
    title = excluded.title, branch = excluded.branch, state = excluded.state, merged_at = excluded.merged_at,
    updated_at = excluded.updated_at, developer_id = coalesce(excluded.developer_id, known.developer_id)
  WHERE known.updated_at <= excluded.updated_at`;

/** The end of a WITH clause: has the time derived again around pull requests that it stored before, as `stored`. */
export function markedAroundPulls(now: Date): Prisma.Sql {
  return Prisma.sql`stored_at AS (
    SELECT developer_id, moment.at FROM stored CROSS JOIN LATERAL (VALUES (opened_at), (merged_at)) AS moment(at)
  ), ${markedAround("stored_at", now)}`;
}

/**
 * Stores a page of pull requests, the latest word on each, with where the sync goes on: both or neither.
 * @returns false, with nothing stored, as `saveProgress`
 */
export async function storePullRequests(
  source: SyncSource,
  pulls: readonly PullRequestRow[],
  state: SyncState,
  now: Date,
): Promise<boolean> {
  const count = await db().$executeRaw`
    WITH ${held(source)}, stored AS (
      INSERT INTO repository_pull_request AS known
        (repository_id, number, developer_id, author_subject, title, branch, state, opened_at, merged_at, updated_at)
      SELECT DISTINCT ON (a.number) held.id, a.number, account.developer_id, a.author_subject, a.title, a.branch,
             a.state, a.opened_at, a.merged_at, a.updated_at
      FROM held CROSS JOIN jsonb_to_recordset(${JSON.stringify(pulls)}::jsonb)
        AS a(number int, author_subject text, title text, branch text, state text, opened_at timestamptz,
             merged_at timestamptz, updated_at timestamptz)
      LEFT JOIN developer_connection account ON account.provider = 'code_host' AND account.subject = a.author_subject
      ORDER BY a.number, a.updated_at DESC
      ${LATEST_WORD}
      RETURNING developer_id, opened_at, merged_at), ${markedAroundPulls(now)}
    UPDATE workspace_repository r SET sync_state = ${JSON.stringify(state)}::jsonb, updated_at = ${now}::timestamptz
    FROM held WHERE r.id = held.id`;
  return count > 0;
}

/** The newest commits whose statistics are not known yet. */
export async function listCommitsWithoutStats(source: SyncSource, limit: number): Promise<string[]> {
  const rows = await db().repositoryCommit.findMany({
    where: { repositoryId: source.id, hasStats: false },
    orderBy: [{ committedAt: "desc" }, { id: "desc" }],
    select: { sha: true },
    take: limit,
  });
  return rows.map((row) => row.sha);
}

/** Stores what commits changed. @returns false, with nothing stored, as `saveProgress` */
export async function storeCommitStats(source: SyncSource, stats: readonly CommitStats[]): Promise<boolean> {
  const count = await db().$executeRaw`
    WITH ${held(source)}
    UPDATE repository_commit c SET
      has_stats = true, additions = a.additions, deletions = a.deletions, languages = a.languages
    FROM held CROSS JOIN jsonb_to_recordset(${JSON.stringify(stats)}::jsonb)
      AS a(sha text, additions int, deletions int, languages jsonb)
    WHERE c.repository_id = held.id AND c.sha = a.sha`;
  return count > 0;
}

/** Marks a sync as done. @returns false, with nothing changed, as `saveProgress` */
export async function endSync(tx: Db, source: SyncSource, now: Date): Promise<boolean> {
  const count = await tx.$executeRaw`
    WITH ${held(source)}
    UPDATE workspace_repository r SET
      sync_status = 'synced', last_error = NULL, last_synced_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    FROM held WHERE r.id = held.id`;
  return count > 0;
}

/**
 * Gives commits and pull requests whose author was unknown to the developers who have come since; their time around them
 * is derived again.
 */
export async function matchAuthors(tx: Db, repositoryId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    WITH a AS (
      SELECT DISTINCT author_subject, author_email FROM repository_commit
      WHERE repository_id = ${repositoryId}::uuid AND developer_id IS NULL
    ), known AS (
      SELECT a.*, coalesce(account.developer_id, person.id) AS developer_id FROM a ${BY_ACCOUNT_OR_EMAIL}
      WHERE coalesce(account.developer_id, person.id) IS NOT NULL
    ), added AS (
      UPDATE repository_commit c SET developer_id = known.developer_id FROM known
      WHERE c.repository_id = ${repositoryId}::uuid AND c.developer_id IS NULL
        AND c.author_subject IS NOT DISTINCT FROM known.author_subject
        AND c.author_email IS NOT DISTINCT FROM known.author_email
      RETURNING c.developer_id, c.committed_at AS at), ${markedAround("added", now)}
    SELECT count(*) FROM added`;
  await tx.$executeRaw`
    WITH stored AS (
      UPDATE repository_pull_request p SET developer_id = account.developer_id FROM developer_connection account
      WHERE p.repository_id = ${repositoryId}::uuid AND p.developer_id IS NULL
        AND account.provider = 'code_host' AND account.subject = p.author_subject
      RETURNING p.developer_id, p.opened_at, p.merged_at), ${markedAroundPulls(now)}
    SELECT count(*) FROM stored`;
}

/** Says why a sync could not go on; nothing changes when it no longer runs through this adopter. */
export async function recordSyncError(
  source: SyncSource,
  syncStatus: SyncStatus,
  lastError: string,
  now: Date,
): Promise<void> {
  await db().workspaceRepository.updateMany({
    where: { id: source.id, adoptedByDeveloperId: source.adopterId },
    data: { syncStatus, lastError, updatedAt: now },
  });
}

/**
 * Repositories that nothing happened to since `before`, longest first: those that a sync can serve, and those that
 * don't show yet that none can.
 */
export async function listDueRepositories(before: Date, limit: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT r.id::text FROM workspace_repository r JOIN workspace w ON w.id = r.workspace_id AND w.is_active
    WHERE r.updated_at < ${before}::timestamptz AND (r.sync_status <> 'no_credentials' OR ${IS_SERVED})
    ORDER BY r.updated_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
}
