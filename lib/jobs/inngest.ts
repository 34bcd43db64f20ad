import { setTimeout as sleep } from "node:timers/promises";
import { type InngestFunction, NonRetriableError } from "inngest";
import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { errorResponse } from "@/lib/http/error-response";
import { readBytes } from "@/lib/http/request-body";
import type { Batch, Job, Turn } from "@/lib/jobs/define-job";
import { sendingEnqueued } from "@/lib/jobs/dispatch";
import { engine } from "@/lib/jobs/engine";
import { inngestClient } from "@/lib/jobs/inngest-client";
import { type EventData, laterEvent, NO_DATA, putOffUntil, timed } from "@/lib/jobs/inngest-events";
import {
  ATTEMPTS_MAX_DEFAULT,
  CLOCK_WAIT_MS_MAX,
  INNGEST_BATCH_EVENTS,
  INNGEST_BATCH_SHARE,
  INNGEST_DEBOUNCE_MIN_MS,
  INNGEST_LAST_STEPS_MS,
  INNGEST_REQUEST_BYTES_MAX,
  INNGEST_RETRIES_MAX,
  SCHEDULE_RETRY_MS,
  SCHEDULES_LAST_MS,
} from "@/lib/jobs/limits";
import { InvalidPayload, runJob } from "@/lib/jobs/run-job";
import { runSchedules } from "@/lib/jobs/run-schedules";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/platform/limits";

/*
 * The catalogue as Inngest functions. None of them has steps: each step would count as an execution, and a run's
 * progress is in our database anyway, so a run can simply start over. Work for later is an event with that time.
 */

type Retries = NonNullable<InngestFunction.Options["retries"]>;
type Run = { id: string; attempt: number };

/** The time limit of a run that starts now. */
function startTurn(): Turn {
  const endsMs = performance.now() + env().INNGEST_RUN_S * SECOND_MS - INNGEST_LAST_STEPS_MS;
  return {
    leftMs: () => endsMs - performance.now(),
    tell: async (job) => {
      await inngestClient().send({ name: job.name, data: NO_DATA });
    },
  };
}

/** Whether Inngest itself delays a job's events; if so, events with a set time need another function. */
function isHeldBack(job: Job): boolean {
  return job.batch !== undefined || (job.dedupeKey !== undefined && (job.delayMs ?? 0) > 0);
}

/** Schedules a job to run at a time; a second call with the same id has no effect. */
async function comeBack(job: Job, data: EventData, at: Date, id: string): Promise<void> {
  const now = new Date();
  const { batch } = job;
  if (batch && !batch.isAlone && at <= now) {
    await inngestClient().send({ name: job.name, data: NO_DATA });
    return;
  }
  const name = isHeldBack(job) ? laterEvent(job.name) : job.name;
  if (!batch) {
    await inngestClient().send({ name, id, ...timed(at, data, now) });
    return;
  }
  // Everything due within the same second shares one event. A job that runs alone must end before its next run can
  // start.
  const leastMs = batch.isAlone ? Math.max(at.getTime(), now.getTime() + SECOND_MS) : at.getTime();
  const second = new Date(Math.ceil(leastMs / SECOND_MS) * SECOND_MS);
  await inngestClient().send({ name, id: `${name}-${second.getTime()}`, ...timed(second, NO_DATA, now) });
}

/**
 * Runs a job once.
 * @throws NonRetriableError if a retry can't help
 */
async function runOnce(job: Job, data: EventData, run: Run) {
  try {
    const outcome = await sendingEnqueued(() => runJob(job, data.payload, run));
    if (outcome) await comeBack(job, data, outcome.againAt, `${run.id}-${job.name}-again`);
    return { again_at: outcome?.againAt.toISOString() ?? null };
  } catch (error) {
    if (error instanceof InvalidPayload) throw new NonRetriableError(error.message, { cause: error });
    throw error;
  }
}

/** Does the work that is due for a batched job, whichever events announced it. */
function runBatch(job: Job, { work }: Batch, run: Run) {
  const turn = startTurn();
  return runOnce({ ...job, payload: z.unknown(), handler: () => work(turn) }, NO_DATA, run);
}

/** Defers an event again that has to wait longer than Inngest keeps one. */
async function putOff(job: Job, data: EventData, runId: string) {
  const until = putOffUntil(data, new Date());
  if (until === null) return null;
  await comeBack(job, data, until, `${runId}-${job.name}-put-off`);
  return { again_at: until.toISOString() };
}

const runOf = ({ runId, attempt }: { runId: string; attempt: number }): Run => ({
  id: runId,
  attempt: attempt + 1,
});

/** Makes a burst of jobs with one dedupe key a single run, at most `delayMs` after the first. */
function debounceOf({ dedupeKey, delayMs }: Job) {
  if (!dedupeKey || !delayMs) return {};
  const period = `${Math.ceil(Math.max(delayMs, INNGEST_DEBOUNCE_MIN_MS) / SECOND_MS)}s` as const;
  return { debounce: { key: "event.data.dedupe_key", period, timeout: period } };
}

function retriesOf({ attemptsMax = ATTEMPTS_MAX_DEFAULT }: Job): Retries {
  return Math.min(attemptsMax - 1, INNGEST_RETRIES_MAX) as Retries;
}

const idOf = ({ name }: Job) => name.replaceAll(".", "-");

/**
 * Inngest's batches can't be debounced, cancelled or run alone, and they take their concurrency key from the first
 * event.
 */
function batchFunctions(job: Job, batch: Batch): InngestFunction.Any[] {
  const client = inngestClient();
  const runsMax = Math.max(1, Math.floor(env().INNGEST_CONCURRENCY * INNGEST_BATCH_SHARE));
  const shared = { retries: retriesOf(job), concurrency: batch.isAlone ? 1 : runsMax };
  const start = batch.isAlone
    ? { singleton: { mode: "skip" as const } }
    : { batchEvents: { maxSize: INNGEST_BATCH_EVENTS, timeout: `${batch.collectS ?? 1}s` as const } };
  const later = laterEvent(job.name);
  return [
    client.createFunction(
      { id: idOf(job), name: job.name, triggers: [{ event: job.name }], ...shared, ...start },
      (context) => runBatch(job, batch, runOf(context)),
    ),
    client.createFunction(
      { id: `${idOf(job)}-later`, name: later, triggers: [{ event: later }], ...shared },
      async (context) => {
        const { event, runId } = context;
        const put = await putOff(job, event.data as EventData, runId);
        if (put) return put;
        // If our clock is behind, nothing would seem due yet, and nobody would look again.
        await sleep(Math.min(CLOCK_WAIT_MS_MAX, Math.max(0, (event.ts ?? 0) - Date.now())));
        if (!batch.isAlone) return runBatch(job, batch, runOf(context));
        await client.send({ name: job.name, data: NO_DATA });
        return { again_at: null };
      },
    ),
  ];
}

function singleFunctions(job: Job): InngestFunction.Any[] {
  const client = inngestClient();
  const shared = {
    retries: retriesOf(job),
    ...(job.concurrency
      ? {
          concurrency: {
            key: "event.data.concurrency_key",
            limit: Math.min(job.concurrency.limit, env().INNGEST_CONCURRENCY),
          },
        }
      : {}),
  };
  const make = (id: string, event: string, options: object) =>
    client.createFunction(
      { id, name: event, triggers: [{ event }], ...shared, ...options },
      async (context) => {
        const data = context.event.data as EventData;
        return (await putOff(job, data, context.runId)) ?? runOnce(job, data, runOf(context));
      },
    );
  const onEvent = make(idOf(job), job.name, debounceOf(job));
  return isHeldBack(job) ? [onEvent, make(`${idOf(job)}-later`, laterEvent(job.name), {})] : [onEvent];
}

/** Runs a scheduled job. If it fails, it gets a run of its own, which is retried like any other. */
async function runScheduled(job: Job, run: Run): Promise<void> {
  const id = `${run.id}-${job.name}`;
  try {
    const outcome = await runJob(job, {}, run);
    if (outcome) await comeBack(job, NO_DATA, outcome.againAt, `${id}-again`);
  } catch {
    await comeBack(job, NO_DATA, new Date(Date.now() + SCHEDULE_RETRY_MS), `${id}-retry`);
  }
}

/**
 * One run per minute drives all schedules: as separate functions they would be hundreds of thousands of idle runs a
 * month.
 */
function minuteFunction(jobs: readonly Job[]): InngestFunction.Any[] {
  if (!jobs.some(({ schedule }) => schedule)) return [];
  // The next minute does what this one leaves.
  const shared = { retries: 0, concurrency: 1 } as const;
  return [
    inngestClient().createFunction(
      { id: "minute", name: "All schedules", triggers: [{ cron: "* * * * *" }], ...shared },
      async (context) => {
        const turn = startTurn();
        const each = (job: Job) => runScheduled(job, runOf(context));
        const mayBegin = () => turn.leftMs() > SCHEDULES_LAST_MS;
        await sendingEnqueued(() => runSchedules(jobs, new Date(), { run: each, mayBegin }));
      },
    ),
  ];
}

/** The catalogue as Inngest functions: one per job for its event, and one for all schedules. */
export function inngestFunctions(jobs: readonly Job[]): InngestFunction.Any[] {
  const functionsOf = (job: Job) => (job.batch ? batchFunctions(job, job.batch) : singleFunctions(job));
  return [...minuteFunction(jobs), ...jobs.flatMap(functionsOf)];
}

/**
 * The endpoint at which Inngest learns which functions exist and runs them; 404 if Inngest is not used. Only calls
 * signed with INNGEST_SIGNING_KEY are accepted, except with INNGEST_DEV, which requires a loopback BASE_URL. The
 * registered address is BASE_URL and is never taken from a request.
 */
export function inngestEndpoint(jobs: readonly Job[]) {
  let handlers: ReturnType<typeof serve> | undefined;
  return async (request: NextRequest, context: unknown): Promise<Response> => {
    try {
      if (engine() !== "inngest") throw new AppError("not_found", "Not found");
      handlers ??= serve({
        client: inngestClient(),
        functions: inngestFunctions(jobs),
        serveOrigin: env().BASE_URL,
        servePath: "/api/inngest",
      });
      const bytes = await readBytes(request, INNGEST_REQUEST_BYTES_MAX);
      const { method, headers, url } = request;
      const checked = new Request(url, {
        method,
        headers,
        ...(bytes.length > 0 ? { body: new Uint8Array(bytes) } : {}),
      });
      return await handlers(checked as NextRequest, context);
    } catch (error) {
      return errorResponse(error);
    }
  };
}
