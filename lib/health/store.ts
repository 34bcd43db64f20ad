import type pg from "pg";
import { BACKLOG_HOURS_COUNTED_MAX, DATABASE_ANSWER_MS_MAX } from "@/lib/health/limits";
import { askApart } from "@/lib/platform/database";
import { pendingMigrations } from "@/lib/platform/pending-migrations";
import { TRACKER_BACKLOG, type TrackerBacklog } from "@/lib/tracker/enrichment/backlog";

function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return askApart<Row>(text, values, DATABASE_ANSWER_MS_MAX);
}

/** Due jobs are looked up per priority, because that is how the engine's index is ordered. */
const OLDEST_DUE_JOB = `
  WITH RECURSIVE level AS (
    (SELECT priority FROM graphile_worker._private_jobs WHERE is_available = true ORDER BY priority LIMIT 1)
    UNION ALL
    SELECT (SELECT j.priority FROM graphile_worker._private_jobs j
      WHERE j.is_available = true AND j.priority > level.priority ORDER BY j.priority LIMIT 1)
    FROM level WHERE level.priority IS NOT NULL
  )
  SELECT min(oldest.run_at) AS due_at FROM level, LATERAL (
    SELECT run_at FROM graphile_worker._private_jobs j
    WHERE j.is_available = true AND j.priority = level.priority AND j.run_at <= $1 ORDER BY j.run_at LIMIT 1
  ) oldest`;

const OLDEST_UNSENT_JOB =
  "SELECT min(run_at) AS due_at FROM (SELECT run_at FROM job_outbox ORDER BY id LIMIT 1) oldest";

/** Since when the job is due that waits longest; null when none is. For Inngest: the job that was not handed over. */
export async function oldestDueJob(engine: "embedded" | "inngest", now: Date): Promise<Date | null> {
  const [row] = await (engine === "embedded"
    ? ask<{ due_at: Date | null }>(OLDEST_DUE_JOB, [now])
    : ask<{ due_at: Date | null }>(OLDEST_UNSENT_JOB));
  return row?.due_at ?? null;
}

export type LivingWorker = { beatAgeS: number; runningJobs: number; startedAt: Date };

/** Worker processes of the embedded engine, at most `limit`, those that beat last first; by the database's clock. */
export async function latestWorkers(limit: number): Promise<LivingWorker[]> {
  return ask<LivingWorker>(
    `SELECT extract(epoch FROM clock_timestamp() - beat_at)::float8 AS "beatAgeS", running_jobs AS "runningJobs",
      process_started_at AS "startedAt"
     FROM worker_heartbeat ORDER BY beat_at DESC LIMIT $1`,
    [limit],
  );
}

/** How many hours of the tracker wait to be derived, counted up to 10,001, and since when the oldest does. */
export async function trackerBacklog(): Promise<TrackerBacklog> {
  const [row] = await ask<TrackerBacklog>(TRACKER_BACKLOG, [BACKLOG_HOURS_COUNTED_MAX + 1]);
  return row ?? { hours: 0, oldestAt: null };
}

/** Whether this version's migrations are all applied. @throws when the database does not answer within 2 s */
export async function migrationsAreApplied(): Promise<boolean> {
  return (await pendingMigrations(ask)).length === 0;
}
