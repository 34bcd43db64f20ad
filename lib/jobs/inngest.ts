import { type InngestFunction, NonRetriableError } from "inngest";
import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import { AppError } from "@/lib/http/app-error";
import { errorResponse } from "@/lib/http/error-response";
import { readBytes } from "@/lib/http/request-body";
import type { Job } from "@/lib/jobs/define-job";
import { dispatchingEnqueued } from "@/lib/jobs/dispatch";
import { engine } from "@/lib/jobs/engine";
import { inngestClient } from "@/lib/jobs/inngest-client";
import {
  ATTEMPTS_MAX_DEFAULT,
  INNGEST_DEBOUNCE_MIN_MS,
  INNGEST_REQUEST_BYTES_MAX,
  INNGEST_RETRIES_MAX,
} from "@/lib/jobs/limits";
import type { EventData } from "@/lib/jobs/outbox";
import { InvalidPayload, runJob } from "@/lib/jobs/run-job";
import { env } from "@/lib/platform/env";

type Retries = NonNullable<InngestFunction.Options["retries"]>;

async function runOnce(job: Job, data: unknown, run: { id: string; attempt: number }) {
  try {
    const outcome = await dispatchingEnqueued(() => runJob(job, data, run));
    return { again_at: outcome?.againAt.toISOString() ?? null };
  } catch (error) {
    if (error instanceof InvalidPayload) throw new NonRetriableError(error.message, { cause: error });
    throw error;
  }
}

/** A burst of jobs with one dedupe key is one run, at most `delayMs` after its first. */
function debounceOf({ dedupeKey, delayMs }: Job) {
  if (!dedupeKey || !delayMs) return {};
  const period = `${Math.ceil(Math.max(delayMs, INNGEST_DEBOUNCE_MIN_MS) / 1000)}s` as const;
  return { debounce: { key: "event.data.dedupe_key", period, timeout: period } };
}

/** The catalogue as Inngest functions: one per job for its event, and one more for its schedule. */
export function inngestFunctions(jobs: readonly Job[]): InngestFunction.Any[] {
  const client = inngestClient();
  return jobs.flatMap((job) => {
    const id = job.name.replaceAll(".", "-");
    const attemptsMax = job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT;
    const shared = {
      retries: Math.min(attemptsMax - 1, INNGEST_RETRIES_MAX) as Retries,
      ...(job.concurrency
        ? { concurrency: { key: "event.data.concurrency_key", limit: job.concurrency.limit } }
        : {}),
    };
    const onEvent = client.createFunction(
      { id, name: job.name, triggers: [{ event: job.name }], ...shared, ...debounceOf(job) },
      async ({ event, step, runId, attempt }) => {
        const data = event.data as EventData;
        const outcome = await step.run("run", () =>
          runOnce(job, data.payload, { id: runId, attempt: attempt + 1 }),
        );
        if (outcome.again_at === null) return outcome;
        // A new run, because a run holds a limited number of steps and one budget of retries.
        await step.sleepUntil("wait", outcome.again_at);
        await step.sendEvent("again", { name: job.name, data });
        return outcome;
      },
    );
    if (!job.schedule) return [onEvent];
    const onSchedule = client.createFunction(
      {
        id: `${id}-schedule`,
        name: `${job.name} (scheduled)`,
        triggers: [{ cron: job.schedule }],
        ...shared,
      },
      ({ step, runId, attempt }) =>
        step.run("run", () => runOnce(job, {}, { id: runId, attempt: attempt + 1 })),
    );
    return [onEvent, onSchedule];
  });
}

/**
 * The endpoint at which Inngest learns what there is to run, and runs it; 404 where Inngest is not in use. Calls are
 * accepted with a signature of INNGEST_SIGNING_KEY only, except under INNGEST_DEV, which a loopback BASE_URL limits.
 * The address that is registered is BASE_URL and never taken from a request.
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
