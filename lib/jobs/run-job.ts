import type { z } from "zod";
import type { Job } from "@/lib/jobs/define-job";
import { ATTEMPTS_MAX_DEFAULT } from "@/lib/jobs/limits";
import { comeBackInMs } from "@/lib/jobs/rules";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { traced, traceOf } from "@/lib/platform/tracing";

/** A job whose payload does not (or no longer does) match its declaration: a retry can't help. */
export class InvalidPayload extends Error {
  constructor(job: string, cause: z.ZodError) {
    const problems = cause.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    super(`The payload of ${job} is not valid: ${problems.join("; ")}`, { cause });
  }
}

function count(name: string, result: "done" | "again" | "failed" | "given_up", startedMs: number): void {
  const counted = metrics();
  if (!counted) return;
  counted.jobRuns.inc({ name, result });
  counted.jobSeconds.observe({ name }, (performance.now() - startedMs) / 1000);
}

/** When a job wants to run again, and how long that is from now, whatever the clock did in the meantime. */
export type Again = { againAt: Date; inMs: number };

/**
 * Runs a job once, for either engine, and logs the run without its payload. The handler's `now` is the start of the
 * run.
 * @throws InvalidPayload, or whatever the handler throws
 */
export function runJob(
  job: Job,
  data: unknown,
  run: { id: string; attempt: number },
): Promise<Again | undefined> {
  const attributes = { "job.name": job.name, "job.id": run.id, "job.attempt": run.attempt };
  const parent = traceOf(data);
  return traced({ name: `job ${job.name}`, kind: "CONSUMER", attributes, parent }, () =>
    runOnce(job, data, run),
  );
}

async function runOnce(
  job: Job,
  data: unknown,
  run: { id: string; attempt: number },
): Promise<Again | undefined> {
  const now = new Date();
  const started = performance.now();
  const line = () => ({
    job: job.name,
    job_id: run.id,
    attempt: run.attempt,
    duration_ms: Math.round(performance.now() - started),
  });
  try {
    const payload = job.payload.safeParse(data);
    if (!payload.success) throw new InvalidPayload(job.name, payload.error);
    const outcome = await job.handler(payload.data, { now, isRetry: run.attempt > 1 });
    log.info({ ...line(), ...(outcome ? { again_at: outcome.againAt } : {}) }, "job done");
    count(job.name, outcome ? "again" : "done", started);
    if (!outcome) return undefined;
    const { againAt } = outcome;
    const tookMs = performance.now() - started;
    return { againAt, inMs: comeBackInMs(againAt, { startedAt: now, tookMs, now: new Date() }) };
  } catch (error) {
    log.error({ ...line(), err: error }, "job failed");
    const isLast =
      error instanceof InvalidPayload || run.attempt >= (job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT);
    count(job.name, isLast ? "given_up" : "failed", started);
    throw error;
  }
}
