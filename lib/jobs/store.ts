import type { JsonValue } from "@prisma/client/runtime/client";
import { db, type Prisma } from "@/lib/platform/database";

export type OutboxRow = { id: bigint; name: string; payload: JsonValue; run_at: Date; created_at: Date };

/**
 * Takes up to `limit` rows of the outbox until `claimedUntil`, oldest first. Rows whose transaction is still under way
 * are left to whoever comes later; rows of a sender that died are taken again. A taken row no longer joins newcomers.
 */
export async function claimOutboxRows(now: Date, claimedUntil: Date, limit: number): Promise<OutboxRow[]> {
  return db().$queryRaw<OutboxRow[]>`
    UPDATE job_outbox SET claimed_until = ${claimedUntil}::timestamptz, dedupe_key = NULL
    WHERE id IN (
      SELECT id FROM job_outbox WHERE claimed_until IS NULL OR claimed_until <= ${now}::timestamptz
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, name, payload, run_at, created_at`;
}

/** Forgets rows that Inngest has taken over. */
export async function deleteOutboxRows(ids: bigint[]): Promise<void> {
  await db().jobOutbox.deleteMany({ where: { id: { in: ids } } });
}

/** Gives rows back that could not be sent, for the next sender. */
export async function returnOutboxRows(ids: bigint[]): Promise<void> {
  await db().jobOutbox.updateMany({ where: { id: { in: ids } }, data: { claimedUntil: null } });
}

/**
 * Frees the jobs and queues of embedded workers that are gone, and tells their ids. A living worker holds the advisory
 * lock of its id on a connection of its own (`holdLiveness`), which ends with its process: whose lock can be had is dead.
 * graphile-worker by itself would wait four hours.
 */
export async function releaseDeadWorkers(): Promise<string[]> {
  const [row] = await db().$queryRaw<{ ids: string[] }[]>`
    WITH holder AS MATERIALIZED (
      SELECT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
      UNION
      SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL
    ), dead AS MATERIALIZED (
      SELECT id FROM holder WHERE pg_try_advisory_xact_lock(hashtextextended(id, 0))
    )
    SELECT array_agg(id) AS ids, graphile_worker.force_unlock_workers(array_agg(id))::text FROM dead
    HAVING count(*) > 0`;
  return row?.ids ?? [];
}

/** Adds a job outside of any other transaction. */
export async function addEmbeddedJob(enqueueSql: Prisma.Sql): Promise<void> {
  await db().$queryRaw`SELECT ${enqueueSql} AS id`;
}

/** Makes the run under way a job's last: when it fails, it is given up. */
export async function forbidRetries(jobId: string): Promise<void> {
  await db()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = ${jobId}::bigint`;
}

/** Deletes jobs that were given up before `before`. */
export async function deleteGivenUpJobs(before: Date): Promise<number> {
  return db().$executeRaw`
    DELETE FROM graphile_worker._private_jobs
    WHERE NOT is_available AND locked_at IS NULL AND updated_at < ${before}::timestamptz`;
}
