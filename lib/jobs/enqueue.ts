import { AsyncLocalStorage } from "node:async_hooks";
import { crc32 } from "node:zlib";
import type { JobSpec } from "@/lib/jobs/define-job";
import { engine } from "@/lib/jobs/engine";
import { NO_DATA } from "@/lib/jobs/inngest-events";
import { ATTEMPTS_MAX_DEFAULT, LANES_PER_JOB } from "@/lib/jobs/limits";
import { jobFlag, workspaceFlag } from "@/lib/jobs/places";
import { waitLeftMs } from "@/lib/jobs/rules";
import { type Db, Prisma } from "@/lib/platform/database";
import { withTrace } from "@/lib/platform/tracing";

/** The request under way, which learns here that it left something in the outbox. */
export const outboxUse = new AsyncLocalStorage<{ hasEnqueued: boolean }>();

/**
 * The lane of a job with concurrency: a graphile-worker queue runs one job at a time, so `limit` lanes make the limit.
 * Keys are spread over a fixed number of lanes, because the engine locks every queue it knows when it takes a job; keys
 * that meet in a lane take turns, which is stricter than asked and never laxer.
 */
function laneOf<P>(job: JobSpec<P>, payload: P): string | null {
  if (!job.concurrency || job.waitsForOthers) return null;
  const { key, limit } = job.concurrency;
  const lane = (crc32(key(payload)) + Math.floor(Math.random() * limit)) % LANES_PER_JOB;
  return `${job.name}:${lane}`;
}

/** By what a job's places are counted (`lib/jobs/places.ts`); null where nothing bounds them. */
function flagsOf<P>(job: JobSpec<P>, payload: P): string[] | null {
  if (job.waitsForOthers) return null;
  const workspaceId = job.workspace?.(payload);
  const flags = [
    ...(job.placesMax ? [jobFlag(job.name)] : []),
    ...(workspaceId ? [workspaceFlag(workspaceId)] : []),
  ];
  return flags.length > 0 ? flags : null;
}

/** The key under which a job waits, unique over all jobs; null for a job without one. */
export function dedupeKeyOf<P>(job: JobSpec<P>, payload: P): string | null {
  return job.dedupeKey ? `${job.name}:${job.dedupeKey(payload)}` : null;
}

/**
 * The SQL expression of a time so long from now, by the database's clock. That is the one by which jobs are due, so that
 * they start in time though the clock of a process is wrong, or is set.
 */
export function fromNowSql(ms: number): Prisma.Sql {
  return Prisma.sql`(now() + ${ms}::float8 * interval '1 ms')`;
}

/** The SQL expression that adds a job to the embedded engine, to run at `runAt` (an expression too) under `dedupeKey`. */
export function embeddedEnqueueSql<P>(
  job: JobSpec<P>,
  payload: P,
  { runAt, dedupeKey }: { runAt: Prisma.Sql; dedupeKey: string | null },
): Prisma.Sql {
  return Prisma.sql`enqueue_job(${job.name}::text, ${JSON.stringify(withTrace(payload))}::jsonb, ${laneOf(job, payload)}::text,
    ${runAt}, ${job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT}::int, ${dedupeKey}::text,
    ${flagsOf(job, payload)}::text[])`;
}

/**
 * An SQL expression (a bigint) that adds a job when it is evaluated, for statements that enqueue in the same breath.
 * Evaluated in a transaction, the job exists if and only if the transaction commits, and starts after that. The job's
 * delay counts from `now`.
 * @throws ZodError when the payload is not the job's
 */
export function enqueueSql<P>(job: JobSpec<P>, payload: P, now: Date): Prisma.Sql {
  const valid = job.payload.parse(payload);
  const dedupeKey = dedupeKeyOf(job, valid);
  const runAt = fromNowSql(waitLeftMs(job.delayMs ?? 0, now, new Date()));
  if (engine() === "embedded") return embeddedEnqueueSql(job, valid, { runAt, dedupeKey });
  const request = outboxUse.getStore();
  if (request) request.hasEnqueued = true;
  const data = {
    payload: withTrace(valid),
    dedupe_key: dedupeKey,
    concurrency_key: job.concurrency?.key(valid) ?? null,
    ...(job.eventId ? { event_id: job.eventId(valid) } : {}),
  };
  return Prisma.sql`enqueue_to_outbox(${job.name}::text, ${JSON.stringify(data)}::jsonb, ${dedupeKey}::text,
    ${runAt})`;
}

/**
 * Adds a job in a transaction: it runs if and only if that transaction commits.
 * @throws ZodError when the payload is not the job's
 */
export async function enqueue<P>(tx: Db, job: JobSpec<P>, payload: P, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT ${enqueueSql(job, payload, now)} AS id`;
}

/**
 * Adds one job per payload, all in one statement; each as `enqueue` does. They are added in the order of their keys, so
 * that two who add the same ones wait for one another in a line, and not in a circle.
 */
export async function enqueueAll<P>(
  tx: Db,
  job: JobSpec<P>,
  payloads: readonly P[],
  now: Date,
): Promise<void> {
  if (payloads.length === 0) return;
  if (engine() === "embedded") {
    const waitMs = waitLeftMs(job.delayMs ?? 0, now, new Date());
    const specs = payloads.map((payload) => {
      const valid = job.payload.parse(payload);
      return {
        name: job.name,
        payload: withTrace(valid),
        queue: laneOf(job, valid),
        wait_ms: waitMs,
        attempts_max: job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT,
        key: dedupeKeyOf(job, valid),
        flags: flagsOf(job, valid),
      };
    });
    await tx.$queryRaw`SELECT enqueue_jobs(${JSON.stringify(specs)}::jsonb)`;
    return;
  }
  const rows = payloads
    .map((payload) => ({ key: dedupeKeyOf(job, payload) ?? "", payload }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ payload }) => Prisma.sql`(${enqueueSql(job, payload, now)}::bigint)`);
  await tx.$queryRaw`VALUES ${Prisma.join(rows)}`;
}

/**
 * The same for a statement that makes its payloads itself: an SQL expression that aggregates its rows, adds one job for
 * each, and gives their number (0 without a row). `payload` (jsonb) and the keys (text) are expressions over a row; `job`
 * must have no lanes, flags or delay.
 */
export function enqueueRowsSql<P>(
  job: JobSpec<P>,
  row: { payload: Prisma.Sql; dedupeKey: Prisma.Sql; concurrencyKey: Prisma.Sql },
): Prisma.Sql {
  const dedupeKey = Prisma.sql`${`${job.name}:`}::text || (${row.dedupeKey})`;
  if (engine() === "embedded") {
    return Prisma.sql`enqueue_jobs(COALESCE(jsonb_agg(jsonb_build_object('name', ${job.name}::text,
      'payload', ${row.payload}, 'attempts_max', ${job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT}::int,
      'key', ${dedupeKey})), '[]'))`;
  }
  const request = outboxUse.getStore();
  if (request) request.hasEnqueued = true;
  // A batch finds out by itself what there is to do: one event says it of all rows.
  if (job.batch) {
    return Prisma.sql`(CASE WHEN count(*) > 0 THEN count(*) + 0 * enqueue_to_outbox(${job.name}::text,
      ${JSON.stringify(NO_DATA)}::jsonb, NULL, now()) ELSE 0 END)::int`;
  }
  return Prisma.sql`count(enqueue_to_outbox(${job.name}::text, jsonb_build_object('payload', ${row.payload},
    'dedupe_key', ${dedupeKey}, 'concurrency_key', ${row.concurrencyKey}), ${dedupeKey}, now()))::int`;
}
