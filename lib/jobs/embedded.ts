import { EventEmitter } from "node:events";
import { Logger, run, runMigrations, type Task, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type pg from "pg";
import type { Job } from "@/lib/jobs/define-job";
import { dedupeKeyOf, embeddedEnqueueSql, fromNowSql } from "@/lib/jobs/enqueue";
import { type Heartbeat, startHeartbeat } from "@/lib/jobs/heartbeat";
import { sweepLanes, takeLane } from "@/lib/jobs/lanes";
import {
  LANE_LOOK_MS,
  ORPHANED_JOBS_SWEEP_MS,
  WORKER_JOBS_MAX,
  WORKER_LAST_STEPS_MS,
  WORKER_LOOK_AHEAD_MS,
  WORKER_NUDGE_MS,
  WORKER_PLACE_POLL_MS,
  WORKER_POLL_MS,
  WORKER_STOP_GRACE_MS,
} from "@/lib/jobs/limits";
import { laneIn, Places } from "@/lib/jobs/places";
import { repeatDeadlocked } from "@/lib/jobs/repeat-deadlocked";
import { InvalidPayload, runJob } from "@/lib/jobs/run-job";
import { startSchedules } from "@/lib/jobs/schedules";
import { addEmbeddedJob, forbidRetries, releaseOrphanedJobs } from "@/lib/jobs/store";
import { engineConnections, openPool, sharesOf, WaitCount, WORKER_LIMITS } from "@/lib/platform/connections";
import { Prisma } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

export type EmbeddedEngine = {
  /**
   * Stops taking jobs, lets running ones finish (for up to 10 s, after which they are put back), and closes all
   * connections.
   */
  stop(): Promise<void>;
  /**
   * Resolves after `stop`. Rejects if the engine ended on its own: it could not save a result, or other workers
   * declared it dead. The process must then exit and be restarted, because it may still be running jobs that others
   * have taken over.
   */
  ended: Promise<void>;
};

type AtWork = { pgPool: pg.Pool; places: Places; lookIn: (ms: number) => void };

/** Takes a job's places and lane. @returns a function that gives them back; null if the job has to wait */
async function admit(
  flags: readonly string[],
  { pgPool, places, lookIn }: AtWork,
): Promise<(() => Promise<void>) | null> {
  const givePlaceBack = places.take(flags);
  if (givePlaceBack === null) return null;
  const lane = laneIn(flags);
  try {
    const giveLaneBack = lane === undefined ? async () => {} : await takeLane(pgPool, lane);
    if (giveLaneBack !== null) {
      return async () => {
        await giveLaneBack();
        givePlaceBack();
      };
    }
  } catch (error) {
    givePlaceBack();
    throw error;
  }
  places.shut(lane ?? "", LANE_LOOK_MS);
  lookIn(LANE_LOOK_MS + 1);
  givePlaceBack();
  return null;
}

function taskOf(job: Job, atWork: AtWork): Task {
  return async (data, { job: row }) => {
    // Earlier versions left records of their schedules here.
    const { _cron, ...payload } = data as Record<string, unknown>;
    const comeBack = async (runAt: Prisma.Sql) => {
      // A job without a key gets one, so that a run repeated after a crash doesn't enqueue it twice.
      const dedupeKey = dedupeKeyOf(job, payload) ?? `${job.name}:again:${row.id}`;
      await addEmbeddedJob(embeddedEnqueueSql(job, payload, { runAt, dedupeKey }));
    };
    const giveBack = await admit(Object.keys(row.flags ?? {}), atWork);
    // Others were first. This job is put back, and is skipped from now on.
    if (giveBack === null) return comeBack(Prisma.sql`${row.run_at}::timestamptz`);
    try {
      const again = await runJob(job, payload, { id: row.id, attempt: row.attempts });
      if (!again) return;
      await comeBack(fromNowSql(again.inMs));
      // The engine gets no notification when a delayed job becomes due. If one is due soon, look for it then instead of
      // at the next poll.
      if (again.inMs > 0 && again.inMs <= WORKER_LOOK_AHEAD_MS) atWork.lookIn(again.inMs + 1);
    } catch (error) {
      if (error instanceof InvalidPayload) await forbidRetries(row.id);
      throw error;
    } finally {
      await giveBack();
    }
  };
}

/** graphile-worker's own messages are logged at debug level, except for problems; `runJob` logs the runs. */
const logger = new Logger(() => (level, message, meta) => {
  if (meta && "failure" in meta) return;
  // graphile-worker expects one connection per job, but most jobs that wait for others need none.
  if (message.includes("maxPoolSize")) return;
  if (level === "error" || level === "warning") log.warn(message);
  else log.debug(message);
});

/** Creates or updates graphile-worker's tables in the database; nothing happens when they are up to date. */
async function installJobTables(pgPool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool, logger });
}

/** Frees jobs of workers that are gone, and lanes that this worker failed to give back. */
async function sweepHeld(pgPool: pg.Pool, id: string): Promise<void> {
  try {
    const ids = await releaseOrphanedJobs();
    if (ids.length > 0) log.warn({ workers: ids }, "freed jobs of workers that are gone");
    await sweepLanes(pgPool, id);
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
  // Wrapped in an object, because a pool has a `then` of its own that waits until it ends.
  const created = new Promise<{ workers: WorkerPool }>((resolve) =>
    events.once("pool:create", ({ workerPool }) => {
      // Otherwise it would make up an id. Jobs must be locked under the id whose heartbeat others see.
      workerPool.id = workerId;
      resolve({ workers: workerPool });
    }),
  );
  let stopping: Promise<void> | undefined;
  let cause: unknown;
  /** Has an idle place look for a job; once the pool ends there is none. */
  const look = async () => stopping ?? cause ?? (await created).workers.nudge(1);
  const lookIn = (ms: number) => {
    setTimeout(look, ms).unref();
  };
  let runningJobs = 0;
  events.on("job:start", () => {
    runningJobs += 1;
  });
  events.on("job:complete", ({ job }) => {
    runningJobs -= 1;
    // A finished job frees its lane and places without a notification: look for the next one once the result is saved.
    if (job.flags !== null) lookIn(WORKER_NUDGE_MS);
  });
  for (const name of ["pool:fatalError", "worker:fatalError"] as const) {
    events.on(name, ({ error }: { error: unknown }) => {
      cause ??= error;
    });
  }
  const places = new Places(jobs);
  const runner = await run({
    pgPool,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, { pgPool, places, lookIn })])),
    // Jobs that are fetched in batches have no flags, because they don't share places.
    ...(fetchedAtOnce ? {} : { forbiddenFlags: () => places.full() }),
    // `startSchedules` takes care of schedules, for all queues.
    parsedCronItems: [],
    events,
    logger,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: atOnce,
        // One poll finds jobs that are fetched in batches. For the others each place polls by itself, and nothing keeps
        // them from doing so all at once: the timer below wakes one after the other.
        pollInterval: fetchedAtOnce ? WORKER_POLL_MS : WORKER_PLACE_POLL_MS,
        ...(fetchedAtOnce ? { localQueue: { size: fetchedAtOnce } } : {}),
        // If a result can't be saved, the engine ends: running jobs may finish, then `ended` rejects. Without batching
        // this would be an unhandled rejection, which would end the process while other jobs run.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const { workers } = await created;
  const poll = fetchedAtOnce ? undefined : setInterval(look, WORKER_POLL_MS);
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
  // The runner's promise resolves even if its pool ended with an error.
  const ended = Promise.race([runner.promise, stuck])
    .finally(() => {
      clearInterval(poll);
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

/** The queues of a catalogue, each with its number of places; each queue listens on a connection of its own. */
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
 * Runs a catalogue on the service's own Postgres until stopped; any number of processes can do so together. Jobs
 * survive restarts, and those of a killed worker are taken over within seconds. Jobs that wait for other servers get
 * places of their own: many of them, fetched in batches, because waiting needs no processor.
 * @throws if the database can't be reached at the start
 */
export async function startEmbeddedEngine(jobs: readonly Job[]): Promise<EmbeddedEngine> {
  const queues = queuesOf(jobs);
  // Separate from the jobs' own connections, so that fetching jobs and saving results never has to wait for those.
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
    // No job may be taken before others can see that this worker is alive, or they would free it at once.
    heartbeat = await startHeartbeat({
      runningJobs: () => pools.reduce((sum, each) => sum + each.runningJobs(), 0),
    });
    const { workerId } = heartbeat;
    await sweepHeld(pgPool, workerId);
    for (const [own, each] of queues) pools.push(await startPool(own, each, { workerId, pgPool }));
  } catch (error) {
    await stop();
    await letGo();
    throw error;
  }
  const { workerId } = heartbeat;
  const sweep = setInterval(() => sweepHeld(pgPool, workerId), ORPHANED_JOBS_SWEEP_MS);
  const schedules = startSchedules(pgPool, jobs);
  // If one queue can't go on, the whole engine ends, so that whoever started it restarts it.
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
