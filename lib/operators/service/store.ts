import type { Operator } from "@/lib/access/operators/operator";
import { IS_GIVEN_UP } from "@/lib/jobs/given-up";
import { LOAD_ANSWER_MS_MAX, LOAD_COUNTED_MAX } from "@/lib/operators/service/limits";
import { askInTime, type Db, db, Prisma } from "@/lib/platform/database";
import type { ServiceSample } from "@/lib/platform/rows";

/** Writes down how the service is, and forgets what is older than `keptSince`. */
export async function insertSample(sample: ServiceSample, keptSince: Date): Promise<void> {
  // Two workers may do so in the same moment.
  await db().serviceSample.createMany({ data: sample, skipDuplicates: true });
  await db().serviceSample.deleteMany({ where: { takenAt: { lt: keptSince } } });
}

/** Samples since a time, the oldest first. */
export function listSamples(_operator: Operator, since: Date): Promise<ServiceSample[]> {
  return db().serviceSample.findMany({ where: { takenAt: { gte: since } }, orderBy: { takenAt: "asc" } });
}

export type GivenUpRow = {
  id: string;
  name: string;
  attempts: number;
  error: string | null;
  workspaceId: string | null;
  failedAt: Date;
};

/** Jobs of the embedded engine that failed for good, the latest first. */
export function listGivenUp(_operator: Operator, limit: number): Promise<GivenUpRow[]> {
  return db().$queryRaw<GivenUpRow[]>`
    SELECT j.id::text, t.identifier AS name, j.attempts::int, j.last_error AS error,
      j.payload->>'workspace_id' AS "workspaceId", j.updated_at AS "failedAt"
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE ${Prisma.raw(IS_GIVEN_UP)}
    ORDER BY j.updated_at DESC LIMIT ${limit}`;
}

/** Makes a given-up job due, with all its attempts again. @returns its name; null where it is not given up */
export async function retryGivenUp(tx: Db, _operator: Operator, id: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`
    UPDATE graphile_worker._private_jobs j SET attempts = 0, run_at = now(), updated_at = now()
    FROM graphile_worker._private_tasks t
    WHERE j.id = ${id}::bigint AND t.id = j.task_id AND ${Prisma.raw(IS_GIVEN_UP)}
    RETURNING t.identifier AS name`;
  if (row) await tx.givenUpJob.deleteMany({ where: { jobId: BigInt(id) } });
  return row?.name ?? null;
}

/** Deletes a given-up job. @returns its name; null where it is not given up */
export async function deleteGivenUp(tx: Db, _operator: Operator, id: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`
    DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
    WHERE j.id = ${id}::bigint AND t.id = j.task_id AND ${Prisma.raw(IS_GIVEN_UP)}
    RETURNING t.identifier AS name`;
  return row?.name ?? null;
}

/** Takes the given-up jobs that nobody was told of yet; each is taken once. @returns their names */
export async function takeGivenUp(tx: Db, now: Date): Promise<string[]> {
  await tx.$executeRaw`
    DELETE FROM given_up_job g
    WHERE NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.id = g.job_id)`;
  const rows = await tx.$queryRaw<{ name: string }[]>`
    WITH taken AS (
      INSERT INTO given_up_job (job_id, told_at)
      SELECT id, ${now}::timestamptz FROM graphile_worker._private_jobs
      WHERE ${Prisma.raw(IS_GIVEN_UP)}
      ON CONFLICT (job_id) DO NOTHING
      RETURNING job_id
    )
    SELECT t.identifier AS name FROM taken JOIN graphile_worker._private_jobs j ON j.id = taken.job_id
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    ORDER BY t.identifier`;
  return rows.map(({ name }) => name);
}

/** The accounts of these verified addresses, each with the workspace in whose console they are told things. */
export function findOperators(
  tx: Db,
  emails: readonly string[],
): Promise<{ developerId: string; workspaceId: string }[]> {
  return tx.$queryRaw`
    SELECT DISTINCT ON (d.id) d.id::text AS "developerId", m.workspace_id::text AS "workspaceId"
    FROM developer d JOIN workspace_member m ON m.developer_id = d.id AND m.status = 'active'
      JOIN workspace w ON w.id = m.workspace_id AND w.is_active
    WHERE lower(d.email) = ANY(${[...emails]}::text[]) AND d.email_verified AND d.is_active
    ORDER BY d.id, m.joined_at`;
}

/** Webhooks that the service switched off, the latest first. */
export function listSwitchedOff(_operator: Operator, limit: number) {
  return db().webhook.findMany({
    where: { isActive: false, disabledReason: { not: null }, deletedAt: null },
    select: {
      id: true,
      name: true,
      url: true,
      disabledReason: true,
      disabledAt: true,
      workspace: { select: { name: true, slug: true } },
    },
    orderBy: { disabledAt: "desc" },
    take: limit,
  });
}

/** Kinds of work that workspaces make. */
export type LoadKind = keyof typeof LATEST;

/**
 * The latest rows of each kind since `$1`, `$2` at most, each from an index that is in the order of time. Product events
 * have but a coarse one, so that they are taken from one span of time after the other, the latest first.
 */
const LATEST = {
  deliveries: `
    SELECT webhook.workspace_id, n FROM (
      SELECT webhook_id, count(*) AS n FROM (
        SELECT webhook_id FROM webhook_delivery
        WHERE NOT is_erased AND created_at > $1 ORDER BY created_at DESC LIMIT $2
      ) latest GROUP BY webhook_id
    ) counted JOIN webhook ON webhook.id = counted.webhook_id`,
  automation_runs: `
    SELECT workspace_id, 1 AS n FROM (
      SELECT workspace_id FROM automation_run WHERE created_at > $1 ORDER BY created_at DESC LIMIT $2
    ) latest`,
  product_events: `
    SELECT workspace_id, 1 AS n FROM (
      SELECT workspace_id FROM product_event WHERE received_at > $1::timestamptz + interval '23 hours'
      UNION ALL
      SELECT workspace_id FROM product_event
      WHERE received_at > $1::timestamptz + interval '18 hours' AND received_at <= $1::timestamptz + interval '23 hours'
      UNION ALL
      SELECT workspace_id FROM product_event
      WHERE received_at > $1 AND received_at <= $1::timestamptz + interval '18 hours'
      LIMIT $2
    ) latest`,
  tracker_samples: `
    SELECT project.workspace_id, n FROM (
      SELECT project_id, count(*) AS n FROM (
        SELECT project_id, received_at FROM tracker_event_sample ORDER BY id DESC LIMIT $2
      ) latest WHERE received_at > $1 GROUP BY project_id
    ) counted JOIN project ON project.id = counted.project_id`,
};

export const LOAD_KINDS = Object.keys(LATEST) as LoadKind[];

/** The statement that counts one kind by workspace, for a time and a number of rows. */
export function loadSql(kind: LoadKind): string {
  return `SELECT workspace_id::text AS "workspaceId", sum(n)::int AS count FROM (${LATEST[kind]}) one GROUP BY 1`;
}

/** How much of one kind each workspace made since then, of the latest that are counted. @throws when it takes over 2 s */
export function countLoad(
  _operator: Operator,
  kind: LoadKind,
  since: Date,
): Promise<{ workspaceId: string; count: number }[]> {
  return askInTime(loadSql(kind), [since, LOAD_COUNTED_MAX], LOAD_ANSWER_MS_MAX);
}

/** Names of workspaces, by id; those that are gone are missing. */
export async function findWorkspaceNames(
  _operator: Operator,
  ids: string[],
): Promise<Map<string, { name: string; slug: string }>> {
  const rows = await db().workspace.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, slug: true },
  });
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

export type SignInProblemRow = {
  provider: string;
  reason: string;
  lately: number;
  inAll: number;
  lastAt: Date;
};

/** How often signing in failed since each of two times, by provider and reason, the most frequent of late first. */
export function listSignInProblemRows(
  _operator: Operator,
  since: Date,
  latelySince: Date,
): Promise<SignInProblemRow[]> {
  return db().$queryRaw<SignInProblemRow[]>`
    SELECT provider, reason, COALESCE(sum(count) FILTER (WHERE hour > ${latelySince}::timestamptz), 0)::int AS lately,
      sum(count)::int AS "inAll", max(last_at) AS "lastAt"
    FROM sign_in_problem WHERE hour > ${since}::timestamptz
    GROUP BY provider, reason ORDER BY lately DESC, "inAll" DESC, provider, reason`;
}

export const JOB_ACTIONS = ["job.retried", "job.discarded"] as const;
const WITH_ACTOR = { actor: { select: { name: true, email: true } } } as const;
export type JobChangeRow = Prisma.AuditEventGetPayload<{ include: typeof WITH_ACTOR }>;

/** What operators did with given-up jobs, the latest first. One query for each action, as their index is in its order. */
export async function listJobChanges(_operator: Operator, limit: number): Promise<JobChangeRow[]> {
  const found = await Promise.all(
    JOB_ACTIONS.map((action) =>
      db().auditEvent.findMany({
        where: { workspaceId: null, action },
        include: WITH_ACTOR,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      }),
    ),
  );
  return found
    .flat()
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}
