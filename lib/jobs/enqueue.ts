import { AsyncLocalStorage } from "node:async_hooks";
import type { JobSpec } from "@/lib/jobs/define-job";
import { engine } from "@/lib/jobs/engine";
import { NO_DATA } from "@/lib/jobs/inngest-events";
import { ATTEMPTS_MAX_DEFAULT } from "@/lib/jobs/limits";
import { jobFlag, laneFlag, workspaceFlag } from "@/lib/jobs/places";
import { waitLeftMs } from "@/lib/jobs/rules";
import { type Db, Prisma } from "@/lib/platform/database";
import { withTrace } from "@/lib/platform/tracing";

/** The current request, which is marked here if it put something in the outbox. */
export const outboxUse = new AsyncLocalStorage<{ hasEnqueued: boolean }>();

/**
 * The flags by which a job's places are counted (`lib/jobs/places.ts`), with the lane in which it takes turns with other
 * jobs of its concurrency key: one of `limit` lanes. Null if nothing limits the job.
 */
function flagsOf<P>(job: JobSpec<P>, payload: P): string[] | null {
  if (job.waitsForOthers) return null;
  const workspaceId = job.workspace?.(payload);
  const { key, limit } = job.concurrency ?? {};
  const place = limit && limit > 1 ? `:${Math.floor(Math.random() * limit)}` : "";
  const flags = [
    ...(job.placesMax ? [jobFlag(job.name)] : []),
    ...(workspaceId ? [workspaceFlag(workspaceId)] : []),
    ...(key ? [laneFlag(job.name, `${key(payload)}${place}`)] : []),
  ];
  return flags.length > 0 ? flags : null;
}

/** The key that a waiting job is known by, unique across all jobs; null for a job without one. */
export function dedupeKeyOf<P>(job: JobSpec<P>, payload: P): string | null {
  return job.dedupeKey ? `${job.name}:${job.dedupeKey(payload)}` : null;
}

/**
 * An SQL expression for a time from now, by the database's clock. Jobs are due by that clock, so they start on time
 * even if a process's clock is wrong or is changed.
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
  return Prisma.sql`enqueue_job(${job.name}::text, ${JSON.stringify(withTrace(payload))}::jsonb, NULL,
    ${runAt}, ${job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT}::int, ${dedupeKey}::text,
    ${flagsOf(job, payload)}::text[])`;
}

/**
 * An SQL expression (a bigint) that adds a job when it is evaluated, for statements that write and enqueue at once. In
 * a transaction, the job exists if and only if the transaction commits, and starts after that. The job's delay counts
 * from `now`.
 * @throws ZodError if the payload does not fit the job
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
 * Adds a job in a transaction: it runs if and only if the transaction commits.
 * @throws ZodError if the payload does not fit the job
 */
export async function enqueue<P>(tx: Db, job: JobSpec<P>, payload: P, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT ${enqueueSql(job, payload, now)} AS id`;
}

/**
 * Adds one job per payload in one statement, each as `enqueue` does. They are added in the order of their keys, so that
 * two callers who add the same jobs wait for each other in a line and can't deadlock.
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
 * The same for a statement that builds its payloads itself: an SQL expression that aggregates rows, adds one job for
 * each, and returns their number (0 if there are none). `payload` (jsonb) and the keys (text) are expressions over a
 * row; `job` must have no flags or delay.
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
  // A batch looks up what is due by itself, so a single event covers all rows.
  if (job.batch) {
    return Prisma.sql`(CASE WHEN count(*) > 0 THEN count(*) + 0 * enqueue_to_outbox(${job.name}::text,
      ${JSON.stringify(NO_DATA)}::jsonb, NULL, now()) ELSE 0 END)::int`;
  }
  return Prisma.sql`count(enqueue_to_outbox(${job.name}::text, jsonb_build_object('payload', ${row.payload},
    'dedupe_key', ${dedupeKey}, 'concurrency_key', ${row.concurrencyKey}), ${dedupeKey}, now()))::int`;
}
