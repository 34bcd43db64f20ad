import { z } from "zod";

/** The result of a handler: nothing when the work is done, or the time at which to run again. */
export type Outcome = undefined | { againAt: Date };

/** One run of a batch. */
export type Turn = {
  /** The time left, in ms. */
  leftMs(): number;
  /** Announces that a batched job has work for another run. */
  tell(job: { name: string }): Promise<void>;
};

/**
 * How Inngest runs a job that comes in large numbers. Its events only say that something is due: up to a hundred of
 * them start one run, which looks up what is due by itself. So no work is lost with an event, and one workspace's many
 * events don't delay others.
 */
export type Batch = {
  /** How long events are collected, in s. Default 1, the least that Inngest takes. */
  collectS?: number;
  /**
   * Set if a single run does all the work: while it goes on, further events start no other run, and nothing is
   * collected.
   */
  isAlone?: boolean;
  /**
   * Does what is due until nothing is left or the turn is over. Several runs may do so at the same time.
   * @returns when to run again, if work is left or will become due
   */
  work(turn: Turn): Promise<Outcome>;
};

export type Job<P = unknown> = {
  /** Unique in the catalogue, `domain.verb-noun`. */
  name: string;
  /** Checked when a job is added and again when it runs, because a job may outlive the code that added it. */
  payload: z.ZodType<P>;
  /** At most `limit` jobs with the same `key` run at once, over all workers. */
  concurrency?: { key(payload: P): string; limit: number };
  /**
   * Set if runs spend most of their time waiting for other servers. The embedded engine runs many of them at once,
   * apart from all other jobs, and leaves `concurrency` to the handler, so that no lane is blocked by a server that
   * does not answer.
   */
  waitsForOthers?: boolean;
  /**
   * How many of a process's places these jobs may take at most, so that other jobs find one however long these run.
   * Default: no limit beyond that of `workspace`. Ignored with `waitsForOthers`, and by Inngest, which has no places.
   */
  placesMax?: number;
  /**
   * The id of the workspace whose work this is. One workspace gets at most `WORKSPACE_JOBS_MAX` of a process's places.
   */
  workspace?(payload: P): string | undefined;
  /** While a job with this key is waiting, adding another has no effect: the waiting one does the work of both. */
  dedupeKey?(payload: P): string;
  /** How long a job waits before it starts, so that whatever arrives in the meantime is done in one run. Default 0. */
  delayMs?: number;
  /** Cron expression in UTC; a scheduled job's payload is `{}` (`defineScheduledJob`). */
  schedule?: string;
  /** Set if a scheduled job is also run whenever a worker starts. Inngest, which has no workers, waits for the schedule. */
  isAtStart?: boolean;
  /** The beginning of its event's id at Inngest, which shows there what the job is about. */
  eventId?(payload: P): string;
  /** Set if Inngest delivers this job's events in batches. */
  batch?: Batch;
  /** How often a failing job is run before it is given up; both engines wait longer after each failure. Default 10. */
  attemptsMax?: number;
  /**
   * Does the work. Must be safe to run twice, because both engines deliver at least once. If it throws, the job is
   * retried, with `isRetry`.
   */
  handler(payload: P, at: { now: Date; isRetry?: boolean }): Promise<Outcome>;
};

/**
 * What is needed to add a job. Code that the job's handler calls can add it with this, without importing the handler.
 */
export type JobSpec<P = unknown> = Omit<Job<P>, "handler">;

/** Declares a job. It runs only if the catalogue (`lib/server/catalogue.ts`) lists it. */
export function defineJob<P>(job: Job<P>): Job<P> {
  return job;
}

type ScheduledJob = Omit<Job<object>, "payload" | "dedupeKey" | "handler"> & {
  schedule: string;
  run(now: Date): Promise<Outcome> | Promise<void>;
};

/** Declares a job that runs by the clock: it has no payload, and is not added while it is waiting. */
export function defineScheduledJob({ run, ...job }: ScheduledJob): Job<object> {
  return {
    ...job,
    payload: z.object({}),
    dedupeKey: () => "all",
    handler: (_payload, { now }) => run(now) as Promise<Outcome>,
  };
}
