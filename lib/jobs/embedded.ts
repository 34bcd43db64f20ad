import { EventEmitter } from "node:events";
import { Logger, run, runMigrations, type Task, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type pg from "pg";
import type { Job } from "@/lib/jobs/define-job";
import { dedupeKeyOf, embeddedEnqueueSql, fromNowSql } from "@/lib/jobs/enqueue";
import { type Heartbeat, startHeartbeat } from "@/lib/jobs/heartbeat";
import {
  ORPHANED_JOBS_SWEEP_MS,
  WORKER_JOBS_MAX,
  WORKER_LAST_STEPS_MS,
  WORKER_LOOK_AHEAD_MS,
  WORKER_NUDGE_MS,
  WORKER_POLL_MS,
  WORKER_STOP_GRACE_MS,
} from "@/lib/jobs/limits";
import { Places } from "@/lib/jobs/places";
import { repeatDeadlocked } from "@/lib/jobs/repeat-deadlocked";
import { InvalidPayload, runJob } from "@/lib/jobs/run-job";
import { startSchedules } from "@/lib/jobs/schedules";
import { addEmbeddedJob, forbidRetries, releaseOrphanedJobs } from "@/lib/jobs/store";
import { engineConnections, openPool, sharesOf, WaitCount, WORKER_LIMITS } from "@/lib/platform/connections";
import { Prisma } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

export type EmbeddedEngine = {
  /** Takes no more jobs, lets those that run finish (10 s at most, else they are put back), and lets go of everything. */
  stop(): Promise<void>;
  /**
   * Resolves after `stop`. Rejects when the engine ended by itself: it could not write down a result, or others took it
   * for dead. Its process must end too and be started again, because jobs may still run that others have taken over.
   */
  ended: Promise<void>;
};

function taskOf(job: Job, lookIn: (ms: number) => void, places: Places): Task {
  return async (data, { job: row }) => {
    // Versions before this one left word of their schedules here.
    const { _cron, ...payload } = data as Record<string, unknown>;
    const comeBack = async (runAt: Prisma.Sql) => {
      // A job without a key gets one here, so that a run repeated after a crash doesn't come back twice.
      const dedupeKey = dedupeKeyOf(job, payload) ?? `${job.name}:again:${row.id}`;
      await addEmbeddedJob(embeddedEnqueueSql(job, payload, { runAt, dedupeKey }));
    };
    const givePlaceBack = places.take(Object.keys(row.flags ?? {}));
    // Several were taken at the same moment. This one goes back to where it stood, and is passed over from now on.
    if (givePlaceBack === null) return comeBack(Prisma.sql`${row.run_at}::timestamptz`);
    try {
      const again = await runJob(job, payload, { id: row.id, attempt: row.attempts });
      if (!again) return;
      await comeBack(fromNowSql(again.inMs));
      // The engine is not told when a delayed job falls due. One that is due soon is looked for then, not at the next poll.
      if (again.inMs > 0 && again.inMs <= WORKER_LOOK_AHEAD_MS) lookIn(again.inMs + 1);
    } catch (error) {
      if (error instanceof InvalidPayload) await forbidRetries(row.id);
      throw error;
    } finally {
      givePlaceBack();
    }
  };
}

/** graphile-worker's own words go to the debug level, except for trouble; runs are logged by `runJob`. */
const logger = new Logger(() => (level, message, meta) => {
  if (meta && "failure" in meta) return;
  // It counts a connection per job, and most of those that wait for others hold none.
  if (message.includes("maxPoolSize")) return;
  if (level === "error" || level === "warning") log.warn(message);
  else log.debug(message);
});

/** Creates or updates graphile-worker's tables in the database; nothing happens when they are up to date. */
async function installJobTables(pgPool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool, logger });
}

async function sweepOrphanedJobs(): Promise<void> {
  try {
    const ids = await releaseOrphanedJobs();
    if (ids.length > 0) log.warn({ workers: ids }, "freed jobs of workers that are gone");
  } catch (error) {
    log.warn({ err: error }, "jobs of workers that are gone could not be looked for");
  }
}

type Room = { atOnce: number; fetchedAtOnce?: number };

type Pool = EmbeddedEngine & { runningJobs(): number };

async function startPool(
  jobs: readonly Job[],
  { atOnce, fetchedAtOnce }: Room,
  { workerId, pgPool }: { workerId: string; pgPool: pg.Pool },
): Promise<Pool> {
  const events: WorkerEvents = new EventEmitter();
  // Inside an object, because a pool has a `then` of its own that waits for its end.
  const created = new Promise<{ workers: WorkerPool }>((resolve) =>
    events.once("pool:create", ({ workerPool }) => {
      // It would make up an id of its own. Jobs are locked by the one whose heartbeat others see.
      workerPool.id = workerId;
      resolve({ workers: workerPool });
    }),
  );
  let stopping: Promise<void> | undefined;
  const lookIn = (ms: number) => {
    setTimeout(async () => stopping ?? (await created).workers.nudge(1), ms).unref();
  };
  let runningJobs = 0;
  events.on("job:start", () => {
    runningJobs += 1;
  });
  events.on("job:complete", ({ job }) => {
    runningJobs -= 1;
    // A finished job frees its lane without telling anyone: look for the next in that lane when it is written down.
    if (job.job_queue_id !== null) lookIn(WORKER_NUDGE_MS);
  });
  let cause: unknown;
  for (const name of ["pool:fatalError", "worker:fatalError"] as const) {
    events.on(name, ({ error }: { error: unknown }) => {
      cause ??= error;
    });
  }
  const places = new Places(jobs);
  const runner = await run({
    pgPool,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, lookIn, places)])),
    // Jobs that are fetched in batches carry no flags: they have no places to share.
    ...(fetchedAtOnce ? {} : { forbiddenFlags: () => places.full() }),
    // Schedules are looked after by `startSchedules`, for all queues.
    parsedCronItems: [],
    events,
    logger,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: atOnce,
        // Jobs that are fetched in batches are looked for by one for all; the others by each place for itself.
        pollInterval: fetchedAtOnce ? WORKER_POLL_MS : atOnce * WORKER_POLL_MS,
        ...(fetchedAtOnce ? { localQueue: { size: fetchedAtOnce } } : {}),
        // A result that can't be written ends the engine: jobs that run may finish, then `ended` rejects. Unbatched it
        // would be an unhandled rejection, which ends the process in the middle of the others.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const { workers } = await created;
  let force: NodeJS.Timeout | undefined;
  let giveUp: NodeJS.Timeout | undefined;
  const stuck = new Promise<void>((resolve) => {
    events.once("pool:gracefulShutdown", () => {
      const message = "The worker was stopped before the job was done";
      force = setTimeout(
        () => Promise.resolve(workers.forcefulShutdown(message)).catch(() => {}),
        WORKER_STOP_GRACE_MS,
      );
      giveUp = setTimeout(resolve, WORKER_STOP_GRACE_MS + WORKER_LAST_STEPS_MS);
    });
  });
  // The promise of the runner resolves even when its pool ended in an error.
  const ended = Promise.race([runner.promise, stuck])
    .finally(() => {
      clearTimeout(force);
      clearTimeout(giveUp);
    })
    .then(() => {
      if (!stopping) throw new Error("The job engine ended by itself", { cause });
    });
  ended.catch((error) => log.error({ err: error }, "the job engine ended"));
  const stop = async () => {
    await runner.stop().catch((error) => log.warn({ err: error }, "the job engine did not stop cleanly"));
    await ended.catch(() => {});
  };
  return {
    ended,
    runningJobs: () => runningJobs,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** The queues of a catalogue, each with its places; every queue is listened to on a connection of its own. */
function queuesOf(jobs: readonly Job[]): [readonly Job[], Room][] {
  const { workingJobs } = sharesOf(env().DATABASE_POOL_MAX);
  const queues: [readonly Job[], Room][] = [
    [jobs.filter((job) => !job.waitsForOthers), { atOnce: Math.min(WORKER_JOBS_MAX, workingJobs) }],
    [
      jobs.filter((job) => job.waitsForOthers),
      { atOnce: env().WORKER_PLACES, fetchedAtOnce: env().WORKER_PLACES },
    ],
  ];
  return queues.filter(([own]) => own.length > 0);
}

/**
 * Runs a catalogue on the service's own Postgres until it is stopped; any number of processes may do so together. Jobs
 * survive restarts, and those of a killed worker are taken over within seconds. Jobs that wait for others have places
 * of their own: many, fetched in batches, because waiting takes no processor.
 * @throws when the database can't be reached at the start
 */
export async function startEmbeddedEngine(jobs: readonly Job[]): Promise<EmbeddedEngine> {
  const queues = queuesOf(jobs);
  // Apart from those of the jobs, so that fetching jobs and writing down what became of them waits for none of these.
  const pgPool = openPool(
    env().DIRECT_DATABASE_URL,
    engineConnections(queues.length),
    WORKER_LIMITS,
    new WaitCount(),
  );
  repeatDeadlocked(pgPool);
  const pools: Pool[] = [];
  let heartbeat: Heartbeat | undefined;
  const stop = async () => {
    await Promise.all(pools.map((each) => each.stop()));
  };
  const letGo = async () => {
    await heartbeat?.stop();
    await pgPool.end();
  };
  try {
    await installJobTables(pgPool);
    // No job is taken before others can see that this worker lives, or they would free it at once.
    heartbeat = await startHeartbeat({
      runningJobs: () => pools.reduce((sum, each) => sum + each.runningJobs(), 0),
    });
    await sweepOrphanedJobs();
    const { workerId } = heartbeat;
    for (const [own, each] of queues) pools.push(await startPool(own, each, { workerId, pgPool }));
  } catch (error) {
    await stop();
    await letGo();
    throw error;
  }
  const sweep = setInterval(sweepOrphanedJobs, ORPHANED_JOBS_SWEEP_MS);
  const schedules = startSchedules(pgPool, jobs);
  // When one can't go on the whole engine ends, so that whoever started it starts it anew.
  const drained = Promise.all(pools.map((each) => each.ended.finally(stop)))
    .then(() => undefined)
    .finally(async () => {
      clearInterval(sweep);
      await schedules.stop();
      await letGo();
    });
  drained.catch(() => {});
  const ended = Promise.race([
    drained,
    heartbeat.lost.then(() => {
      throw new Error("Other workers took this one for dead, and its jobs over");
    }),
  ]);
  ended.catch((error) => log.error({ err: error }, "the worker can't go on"));
  return {
    ended,
    stop: async () => {
      await stop();
      await drained.catch(() => {});
    },
  };
}
