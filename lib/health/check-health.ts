import {
  BODIES_GIVEN_UP_TOLD_MS,
  CONNECTION_WAIT_LONG_MS,
  DATABASE_ANSWER_MS_MAX,
  DUE_JOB_AGE_S_MAX,
  HEARTBEAT_AGE_S_MAX,
  WORKERS_SHOWN_MAX,
} from "@/lib/health/limits";
import { partAnswers } from "@/lib/health/part-answers";
import type { Health, Problem } from "@/lib/health/schema";
import { sharedAnswer } from "@/lib/health/shared-answer";
import { latestWorkers, oldestDueJob, trackerBacklog } from "@/lib/health/store";
import { AppError } from "@/lib/http/app-error";
import { bodiesState } from "@/lib/http/arriving-bodies";
import { engine } from "@/lib/jobs/engine";
import { limitStoreAnswers } from "@/lib/limits/check-limits";
import { countApart } from "@/lib/limits/note-counting";
import { connectionWaits, databaseAnswers } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { VERSION } from "@/lib/platform/version";

function ageS(since: Date | null | undefined, now: Date): number | null {
  return since ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000)) : null;
}

/** Problems with the jobs of a service whose database answers. */
function problemsOfJobs(
  { jobs, workers, oldest_due_job_age_s }: Pick<Health, "jobs" | "workers" | "oldest_due_job_age_s">,
  isReadable: boolean,
): Problem[] {
  const lives = workers.some((worker) => worker.heartbeat_age_s <= HEARTBEAT_AGE_S_MAX);
  return [
    ...(isReadable ? [] : (["jobs_unreadable"] as const)),
    ...(jobs === "embedded" && !lives ? (["no_living_worker"] as const) : []),
    ...((oldest_due_job_age_s ?? 0) > DUE_JOB_AGE_S_MAX ? (["jobs_overdue"] as const) : []),
  ];
}

/** Whether all that is being sent lately took the memory that there is for it; one address alone never does. */
function wereBodiesGivenUp(): boolean {
  const { lastFullAtMs } = bodiesState();
  return lastFullAtMs !== null && performance.now() - lastFullAtMs < BODIES_GIVEN_UP_TOLD_MS;
}

/**
 * The state of the service's parts (contract section 1), shared by requests within a second. Only an unreachable
 * database makes it unavailable; everything else makes it degraded, and requests are still answered.
 * @throws AppError unavailable, with the state of the parts, if the database does not answer within 2 s
 */
export const checkHealth = sharedAnswer(async (now: Date): Promise<Health> => {
  const settings = env();
  const parts = {
    jobs: engine(),
    limits: settings.UPSTASH_REDIS_REST_URL ? "upstash" : settings.REDIS_URL ? "redis" : "in_process",
    storage: settings.S3_ENDPOINT ? "configured" : "not_configured",
  } as const;
  // Before this response needs connections itself.
  const waits = connectionWaits();
  const [databaseIsThere, workers, dueAt, backlog, limitsAnswer, counters, storageAnswers] =
    await Promise.all([
      databaseAnswers(DATABASE_ANSWER_MS_MAX),
      parts.jobs === "embedded" ? latestWorkers(WORKERS_SHOWN_MAX).catch(() => null) : [],
      oldestDueJob(parts.jobs, now).catch(() => undefined),
      trackerBacklog().catch(() => null),
      limitStoreAnswers(),
      parts.limits === "in_process" ? countApart(now, DATABASE_ANSWER_MS_MAX) : 0,
      settings.S3_ENDPOINT ? partAnswers(settings.S3_ENDPOINT) : null,
    ]);
  if (!databaseIsThere) {
    throw new AppError("unavailable", "The database can't be reached.", {
      state: { status: "unavailable", database: "unreachable", ...parts },
    });
  }
  const work = {
    workers: (workers ?? []).map(({ beatAgeS, runningJobs, startedAt }) => ({
      heartbeat_age_s: Math.max(0, Math.floor(beatAgeS)),
      running_jobs: runningJobs,
      started_at: startedAt.toISOString(),
    })),
    oldest_due_job_age_s: ageS(dueAt, now),
    tracker_backlog: { hours: backlog?.hours ?? 0, oldest_age_s: ageS(backlog?.oldestAt, now) },
  };
  const problems: Problem[] = [
    ...problemsOfJobs({ ...parts, ...work }, workers !== null && dueAt !== undefined && backlog !== null),
    ...(limitsAnswer ? [] : (["limit_store_unreachable"] as const)),
    ...(counters > 1 ? (["limits_counted_apart"] as const) : []),
    ...(waits.recentLongestMs > CONNECTION_WAIT_LONG_MS ? (["connections_awaited"] as const) : []),
    ...(wereBodiesGivenUp() ? (["bodies_given_up"] as const) : []),
    ...(storageAnswers === false ? (["storage_unreachable"] as const) : []),
  ];
  return {
    status: problems.length === 0 ? "ok" : "degraded",
    version: VERSION,
    database: "ok",
    ...parts,
    problems,
    ...work,
    connection_waits: { waiting: waits.waiting, longest_ms: Math.round(waits.recentLongestMs) },
    limits_answer: limitsAnswer,
    storage_answers: storageAnswers,
  };
});
