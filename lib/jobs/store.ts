import type { JsonValue } from "@prisma/client/runtime/client";
import type pg from "pg";
import { HAS_ENDED } from "@/lib/jobs/given-up";
import type { Sign } from "@/lib/jobs/rules";
import { db, Prisma } from "@/lib/platform/database";

export type OutboxRow = { id: bigint; name: string; payload: JsonValue; run_at: Date; created_at: Date };

/**
 * Claims up to `limit` outbox rows until `claimedUntil`, oldest first. Rows of uncommitted transactions are left for a
 * later call; rows of a sender that died are claimed again. New jobs no longer merge into a claimed row.
 */
export async function claimOutboxRows(now: Date, claimedUntil: Date, limit: number): Promise<OutboxRow[]> {
  return db().$queryRaw<OutboxRow[]>`
    UPDATE job_outbox SET claimed_until = ${claimedUntil}::timestamptz, dedupe_key = NULL
    WHERE id = ANY (ARRAY(
      SELECT id FROM job_outbox WHERE claimed_until IS NULL OR claimed_until <= ${now}::timestamptz
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))
    RETURNING id, name, payload, run_at, created_at`;
}

/** Deletes rows that Inngest has accepted. */
export async function deleteOutboxRows(ids: bigint[]): Promise<void> {
  await db().jobOutbox.deleteMany({ where: { id: { in: ids } } });
}

/** Releases rows that could not be sent, for the next sender. */
export async function returnOutboxRows(ids: bigint[]): Promise<void> {
  await db().jobOutbox.updateMany({ where: { id: { in: ids } }, data: { claimedUntil: null } });
}

/** Records that a worker is alive from now on. */
export async function beginHeartbeat(client: pg.Client, workerId: string, startedAt: Date): Promise<void> {
  await client.query(
    `INSERT INTO worker_heartbeat (worker_id, process_started_at, beat_at, running_jobs, backend_pid)
     VALUES ($1, $2::timestamptz, clock_timestamp(), 0, pg_backend_pid())`,
    [workerId, startedAt],
  );
}

/** Renews a worker's heartbeat. False if there is none any more, because others declared it dead. */
export async function beat(client: pg.Client, workerId: string, runningJobs: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE worker_heartbeat SET beat_at = clock_timestamp(), running_jobs = $2, backend_pid = pg_backend_pid()
     WHERE worker_id = $1`,
    [workerId, runningJobs],
  );
  return rowCount === 1;
}

/** The signs of life of all workers except `workerId`. */
export async function seeWorkers(client: pg.Client, workerId: string): Promise<Sign[]> {
  const { rows } = await client.query<Sign>(
    `SELECT worker_id AS "workerId", beat_at::text AS beat, EXISTS (
       SELECT FROM pg_stat_activity WHERE pid = backend_pid AND datname = current_database()
     ) AS "isConnected"
     FROM worker_heartbeat WHERE worker_id <> $1`,
    [workerId],
  );
  return rows;
}

/**
 * Removes the heartbeats of dead workers and frees their jobs and queues, in one step; a worker that has renewed its
 * heartbeat in the meantime is left alone. graphile-worker itself would wait four hours.
 * @returns the ids of the workers removed by this call
 */
export async function buryWorkers(client: pg.Client, dead: readonly Sign[]): Promise<string[]> {
  const { rows } = await client.query<{ ids: string[] }>(
    `WITH dead AS (
       DELETE FROM worker_heartbeat
       USING unnest($1::text[], $2::text[]) AS seen (id, beat)
       WHERE worker_id = seen.id AND beat_at::text = seen.beat
       RETURNING worker_id
     )
     SELECT array_agg(worker_id) AS ids, graphile_worker.force_unlock_workers(array_agg(worker_id))::text
     FROM dead HAVING count(*) > 0`,
    [dead.map(({ workerId }) => workerId), dead.map(({ beat }) => beat)],
  );
  return rows[0]?.ids ?? [];
}

/** Removes the heartbeat of a worker that has stopped. */
export async function endHeartbeat(client: pg.Client, workerId: string): Promise<void> {
  await client.query("DELETE FROM worker_heartbeat WHERE worker_id = $1", [workerId]);
}

/**
 * Frees jobs and queues that are locked by workers without a heartbeat, and returns the workers' ids: such a worker
 * took a job just before it learned that it was declared dead. Workers of the previous version have no heartbeat (their
 * ids begin with `pool-`) but hold an advisory lock on their id.
 */
export async function releaseOrphanedJobs(): Promise<string[]> {
  const [row] = await db().$queryRaw<{ ids: string[] }[]>`
    WITH holder AS MATERIALIZED (
      SELECT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
      UNION
      SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL
    ), dead AS MATERIALIZED (
      SELECT id FROM holder WHERE NOT EXISTS (SELECT FROM worker_heartbeat WHERE worker_id = id)
        AND (id NOT LIKE 'pool-%' OR pg_try_advisory_xact_lock(hashtextextended(id, 0)))
    )
    SELECT array_agg(id) AS ids, graphile_worker.force_unlock_workers(array_agg(id))::text FROM dead
    HAVING count(*) > 0`;
  return row?.ids ?? [];
}

/** Records new schedules: they count from now on. */
export async function noteSchedules(pgPool: pg.Pool, names: readonly string[]): Promise<void> {
  await pgPool.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since)
     SELECT unnest($1::text[]), now() ON CONFLICT DO NOTHING`,
    [names],
  );
}

/** The database's clock. */
export async function databaseTime(pgPool: pg.Pool): Promise<Date> {
  const { rows } = await pgPool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now ?? new Date(Number.NaN);
}

/** Up to when each schedule is done: the minute of its last run, or the time it was recorded. */
export async function schedulesDoneUntil(pgPool: pg.Pool): Promise<Map<string, Date>> {
  const { rows } = await pgPool.query<{ name: string; until: Date }>(
    `SELECT identifier AS name, coalesce(last_execution, known_since) AS until
     FROM graphile_worker._private_known_crontabs`,
  );
  return new Map(rows.map(({ name, until }) => [name, until]));
}

/**
 * Adds the job of a schedule for a minute, unless another worker has. Runs as a statement of its own that locks a
 * single job, so it can't deadlock.
 */
export async function addScheduled(
  pgPool: pg.Pool,
  name: string,
  minute: Date,
  enqueueSql: Prisma.Sql,
): Promise<void> {
  const { text, values } = Prisma.sql`
    WITH mine AS (
      UPDATE graphile_worker._private_known_crontabs SET last_execution = ${minute}::timestamptz
      WHERE identifier = ${name}::text AND (last_execution IS NULL OR last_execution < ${minute}::timestamptz)
      RETURNING 1
    )
    SELECT ${enqueueSql} AS id FROM mine`;
  await pgPool.query({ text, values });
}

/**
 * Corrects times after the database's clock was set back: whatever was recorded by the old clock lies in the future and
 * would wait that much longer. Schedules continue from now, and waiting jobs get the delay they had when they were
 * added; so do running jobs, in case they fail. Changes nothing unless a schedule's last run lies in the future.
 * @param aheadMsMin how far in the future the last run must be
 * @returns how many jobs were moved; null if the clock is right
 */
export async function makeUpForClock(pgPool: pg.Pool, aheadMsMin: number): Promise<number | null> {
  const { rows } = await pgPool.query<{ wrong: number; moved: number }>(
    `WITH schedule AS (
       UPDATE graphile_worker._private_known_crontabs
       SET known_since = least(known_since, now()), last_execution = date_trunc('minute', now())
       WHERE last_execution > now() + $1::float8 * interval '1 ms'
       RETURNING 1
     ), moved AS (
       UPDATE graphile_worker._private_jobs SET run_at = run_at - (created_at - now()), created_at = now()
       WHERE created_at > now() AND EXISTS (SELECT FROM schedule)
       RETURNING 1
     )
     SELECT (SELECT count(*)::int FROM schedule) AS wrong, (SELECT count(*)::int FROM moved) AS moved`,
    [aheadMsMin],
  );
  const [row] = rows;
  return row && row.wrong > 0 ? row.moved : null;
}

/** Adds a job outside of any other transaction. */
export async function addEmbeddedJob(enqueueSql: Prisma.Sql): Promise<void> {
  await db().$queryRaw`SELECT ${enqueueSql} AS id`;
}

/** Makes the current run a job's last: if it fails, the job is given up. */
export async function forbidRetries(jobId: string): Promise<void> {
  await db()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET max_attempts = attempts WHERE id = ${jobId}::bigint`;
}

/** Deletes jobs that were given up before `before`, and superseded ones that failed. */
export async function deleteGivenUpJobs(before: Date): Promise<number> {
  return db().$executeRaw`
    DELETE FROM graphile_worker._private_jobs
    WHERE ${Prisma.raw(HAS_ENDED)} AND updated_at < ${before}::timestamptz`;
}

/** Records new schedules as done until now, and returns up to when each schedule is done. */
export async function beginSchedules(names: readonly string[], now: Date): Promise<Map<string, Date>> {
  const rows = await db().$queryRaw<{ name: string; doneUntil: Date }[]>`
    WITH noted AS (
      INSERT INTO job_schedule (name, done_until) SELECT unnest(${names}::text[]), ${now}::timestamptz
      ON CONFLICT DO NOTHING
    )
    SELECT name, done_until AS "doneUntil" FROM job_schedule`;
  return new Map(rows.map(({ name, doneUntil }) => [name, doneUntil]));
}

/** Records that a schedule is done for a minute. */
export async function endSchedule(name: string, minute: Date): Promise<void> {
  await db().jobSchedule.update({ where: { name }, data: { doneUntil: minute } });
}
