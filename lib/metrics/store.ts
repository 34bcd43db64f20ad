import type pg from "pg";
import { HEARTBEAT_AGE_S_MAX } from "@/lib/health/limits";
import { IS_GIVEN_UP } from "@/lib/jobs/given-up";
import {
  DELIVERIES_COUNTED_MAX,
  ROWS_COUNTED_MAX,
  STATE_ANSWER_MS_MAX,
  TABLES_SHOWN_MAX,
  WEBHOOKS_LOOKED_AT_MAX,
} from "@/lib/metrics/limits";
import { askInTime } from "@/lib/platform/database";
import { TRACKER_BACKLOG, type TrackerBacklog } from "@/lib/tracker/enrichment/backlog";
import { BUSY_STEPS } from "@/lib/webhooks/sending/busy-steps";

/** Asks one of the statements below, which must answer within 2 s, waiting for a connection included. */
function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return askInTime<Row>(text, values, STATE_ANSWER_MS_MAX);
}

/** Of each kind of job: how many are due, and since when the oldest is. */
export type DueJobs = { job: string; due: number; since: Date };

/** The jobs that are due longest, up to 10,000 of them, from the index by which the engine finds them. */
export const DUE_JOBS = `
  SELECT t.identifier AS job, count(*)::int AS due, min(d.run_at) AS since
  FROM (
    SELECT task_id, run_at FROM graphile_worker._private_jobs
    WHERE is_available = true AND run_at <= $1 ORDER BY priority, run_at LIMIT $2
  ) d JOIN graphile_worker._private_tasks t ON t.id = d.task_id
  GROUP BY t.identifier`;

/** The same for what was not handed over to Inngest yet. */
const UNSENT_JOBS = `
  SELECT name AS job, count(*)::int AS due, min(run_at) AS since
  FROM (SELECT name, run_at FROM job_outbox WHERE run_at <= $1 ORDER BY id LIMIT $2) unsent
  GROUP BY name`;

/** Jobs that wait to be run, by name; those that are not due yet don't count. */
export function dueJobs(engine: "embedded" | "inngest", now: Date): Promise<DueJobs[]> {
  return ask<DueJobs>(engine === "embedded" ? DUE_JOBS : UNSENT_JOBS, [now, ROWS_COUNTED_MAX]);
}

/** How many jobs were given up and not discarded yet, by name. Looks at every job there is. */
export function givenUpJobs(): Promise<{ job: string; count: number }[]> {
  return ask(
    `SELECT t.identifier AS job, count(*)::int AS count
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE ${IS_GIVEN_UP}
     GROUP BY t.identifier`,
  );
}

export type Deliveries = {
  due: number;
  retrying: number;
  parked: number;
  dueSince: Date | null;
  parkedSince: Date | null;
};

/**
 * Deliveries on their way to subscribers: `due` now, `retrying` later, `parked` until their webhook has a free slot.
 * Goes from webhook to webhook in the index of pending deliveries, so that neither the log nor idle webhooks cost
 * anything.
 */
export const PENDING_DELIVERIES = `
  WITH RECURSIVE ${BUSY_STEPS}, busy AS MATERIALIZED (SELECT id FROM step WHERE id IS NOT NULL LIMIT $2), oldest AS (
    SELECT (
        SELECT d.next_retry_at FROM webhook_delivery d
        WHERE d.webhook_id = busy.id AND d.status = 'pending' AND d.next_retry_at <= $1
        ORDER BY d.next_retry_at LIMIT 1
      ) AS due_since, (
        SELECT d.created_at FROM webhook_delivery d
        WHERE d.webhook_id = busy.id AND d.status = 'pending' AND d.next_retry_at IS NULL
        ORDER BY d.created_at LIMIT 1
      ) AS parked_since
    FROM busy
  ), counted AS (
    SELECT count(*) FILTER (WHERE next_retry_at <= $1)::int AS due,
      count(*) FILTER (WHERE next_retry_at > $1)::int AS retrying,
      count(*) FILTER (WHERE next_retry_at IS NULL)::int AS parked
    FROM (SELECT next_retry_at FROM webhook_delivery WHERE status = 'pending' LIMIT $3) pending
  )
  SELECT counted.*, (SELECT min(due_since) FROM oldest) AS "dueSince",
    (SELECT min(parked_since) FROM oldest) AS "parkedSince"
  FROM counted`;

/** Deliveries that have not ended, by state, and since when the oldest of each waits. */
export async function pendingDeliveries(now: Date): Promise<Deliveries> {
  const [row] = await ask<Deliveries>(PENDING_DELIVERIES, [
    now,
    WEBHOOKS_LOOKED_AT_MAX,
    DELIVERIES_COUNTED_MAX,
  ]);
  return row ?? { due: 0, retrying: 0, parked: 0, dueSince: null, parkedSince: null };
}

/** How many hours of the tracker wait to be derived, and since when the oldest does. */
export async function enrichmentBacklog(): Promise<TrackerBacklog> {
  const [row] = await ask<TrackerBacklog>(TRACKER_BACKLOG, [ROWS_COUNTED_MAX]);
  return row ?? { hours: 0, oldestAt: null };
}

/** Worker processes that showed lately that they live, as health judges it, by the database's clock. */
export async function livingWorkers(): Promise<{ workers: number; runningJobs: number }> {
  const [row] = await ask<{ workers: number; runningJobs: number }>(
    `SELECT count(*)::int AS workers, COALESCE(sum(running_jobs), 0)::int AS "runningJobs"
     FROM worker_heartbeat WHERE beat_at > clock_timestamp() - make_interval(secs => $1)`,
    [HEARTBEAT_AGE_S_MAX],
  );
  return row ?? { workers: 0, runningJobs: 0 };
}

/**
 * Until when samples have partitions: null while they have none. Not from the job that makes them, which may be what is
 * failing.
 */
export async function sampleMonthsEnd(): Promise<Date | null> {
  const [row] = await ask<{ end: Date | null }>(
    `SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)')::timestamptz) AS "end"
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'tracker_event_sample'::regclass`,
  );
  return row?.end ?? null;
}

export type Sizes = { databaseBytes: number; tables: { name: string; bytes: number; rows: number }[] };

/**
 * How large the database is, and its largest tables with their indexes, as the last vacuum or analysis found them: asking
 * for exact sizes would wait behind whoever changes a table.
 */
export async function sizes(): Promise<Sizes> {
  const rows = await ask<{ databaseBytes: number; name: string | null; bytes: number; rows: number }>(
    `WITH largest AS (
       -- A partition counts as the table that it is of.
       SELECT whole.relname::text AS name, sum(GREATEST(t.reltuples, 0))::float8 AS rows,
         sum(current_setting('block_size')::float8 * (t.relpages
           + COALESCE((SELECT sum(i.relpages) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
               WHERE x.indrelid = t.oid), 0)
           + COALESCE((SELECT toast.relpages FROM pg_class toast WHERE toast.oid = t.reltoastrelid), 0))) AS bytes
       FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
         JOIN pg_class whole ON whole.oid = coalesce(pg_partition_root(t.oid), t.oid)
       WHERE t.relkind IN ('r', 'm') AND n.nspname IN (current_schema(), 'graphile_worker')
       GROUP BY whole.oid, whole.relname
     )
     SELECT pg_database_size(current_database())::float8 AS "databaseBytes", shown.name, shown.bytes, shown.rows
     FROM (SELECT) one LEFT JOIN LATERAL (SELECT * FROM largest ORDER BY bytes DESC, name LIMIT $1) shown ON true`,
    [TABLES_SHOWN_MAX],
  );
  return {
    databaseBytes: rows[0]?.databaseBytes ?? 0,
    tables: rows.flatMap(({ name, bytes, rows: count }) => (name ? [{ name, bytes, rows: count }] : [])),
  };
}
