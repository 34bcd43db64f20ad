import { partAnswers } from "@/lib/health/part-answers";
import { engine } from "@/lib/jobs/engine";
import { SLOW_STATE_SHARED_MS, STATE_READ_MS_MAX, STATE_SHARED_MS } from "@/lib/metrics/limits";
import {
  dueJobs,
  enrichmentBacklog,
  givenUpJobs,
  livingWorkers,
  pendingDeliveries,
  sampleMonthsEnd,
  sizes,
} from "@/lib/metrics/store";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Shares what was read for the first caller with all callers within `ms`; null if reading failed. */
function shared<T>(
  name: string,
  ms: number,
  read: (now: Date) => Promise<T>,
): (now: Date) => Promise<T | null> {
  let latest: { answer: Promise<T | null>; endsAtMs: number } | undefined;
  return (now) => {
    if (latest && performance.now() < latest.endsAtMs) return latest.answer;
    const answer = read(now).catch((error: unknown) => {
      log.warn({ err: error, statement: name }, "a measure of the service could not be read");
      return null;
    });
    latest = { answer, endsAtMs: performance.now() + ms };
    return answer;
  };
}

const READS = {
  jobs: shared("jobs", STATE_SHARED_MS, (now) => dueJobs(engine(), now)),
  deliveries: shared("deliveries", STATE_SHARED_MS, pendingDeliveries),
  enrichment: shared("enrichment", STATE_SHARED_MS, enrichmentBacklog),
  // With Inngest there are none to live.
  workers: shared("workers", STATE_SHARED_MS, async () =>
    engine() === "embedded" ? [await livingWorkers()] : [],
  ),
  given_up: shared("given_up", SLOW_STATE_SHARED_MS, async () =>
    engine() === "embedded" ? givenUpJobs() : [],
  ),
  sizes: shared("sizes", SLOW_STATE_SHARED_MS, sizes),
  sample_months: shared("sample_months", SLOW_STATE_SHARED_MS, async () => ({
    end: await sampleMonthsEnd(),
  })),
  storage: shared("storage", STATE_SHARED_MS, async () => {
    const { S3_ENDPOINT } = env();
    return S3_ENDPOINT ? [await partAnswers(S3_ENDPOINT)] : [];
  }),
};

/** The state of the whole service from its database, and its object store's; null for what could not be read. */
export type ServiceState = { [Name in keyof typeof READS]: Awaited<ReturnType<(typeof READS)[Name]>> };

/**
 * Reads the state of the service: one statement per measure, one after the other on few connections, each shared by
 * callers within 10 s (60 s for those that read whole tables). What is not read within 4 s is left out.
 */
export async function readServiceState(now: Date): Promise<ServiceState> {
  // At once, because it answers while the database does not.
  const storage = READS.storage(now);
  const deadlineMs = performance.now() + STATE_READ_MS_MAX;
  const inTurn = async <T>(read: (now: Date) => Promise<T | null>) =>
    performance.now() < deadlineMs ? read(now) : null;
  return {
    jobs: await inTurn(READS.jobs),
    deliveries: await inTurn(READS.deliveries),
    enrichment: await inTurn(READS.enrichment),
    workers: await inTurn(READS.workers),
    given_up: await inTurn(READS.given_up),
    sizes: await inTurn(READS.sizes),
    sample_months: await inTurn(READS.sample_months),
    storage: await storage,
  };
}
