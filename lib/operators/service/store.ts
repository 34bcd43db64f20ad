import type { Operator } from "@/lib/access/operators/operator";
import { IS_GIVEN_UP } from "@/lib/jobs/given-up";
import { DELIVERIES_COUNTED_MAX } from "@/lib/operators/service/limits";
import { type Db, db, Prisma } from "@/lib/platform/database";
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
export async function retryGivenUp(_operator: Operator, id: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ name: string }[]>`
    UPDATE graphile_worker._private_jobs j SET attempts = 0, run_at = now(), updated_at = now()
    FROM graphile_worker._private_tasks t
    WHERE j.id = ${id}::bigint AND t.id = j.task_id AND ${Prisma.raw(IS_GIVEN_UP)}
    RETURNING t.identifier AS name`;
  if (row) await db().givenUpJob.deleteMany({ where: { jobId: BigInt(id) } });
  return row?.name ?? null;
}

/** Deletes a given-up job. @returns its name; null where it is not given up */
export async function deleteGivenUp(_operator: Operator, id: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ name: string }[]>`
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

export type LoadRow = { workspaceId: string; name: string; slug: string; deliveries: number };

/** The workspaces with most deliveries on their way. */
export function listLoads(_operator: Operator, limit: number): Promise<LoadRow[]> {
  return db().$queryRaw<LoadRow[]>`
    SELECT w.id::text AS "workspaceId", w.name, w.slug, sum(d.count)::int AS deliveries
    FROM (
      SELECT webhook_id, count(*) FROM (
        SELECT webhook_id FROM webhook_delivery WHERE status = 'pending' LIMIT ${DELIVERIES_COUNTED_MAX}
      ) pending GROUP BY webhook_id
    ) d JOIN webhook ON webhook.id = d.webhook_id JOIN workspace w ON w.id = webhook.workspace_id
    GROUP BY w.id ORDER BY deliveries DESC, w.id LIMIT ${limit}`;
}
