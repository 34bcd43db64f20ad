import type { z } from "zod";

/** What a handler answers: nothing when the work is done, or when to come back for more. */
export type Outcome = undefined | { againAt: Date };

export type Job<P = unknown> = {
  /** Unique in the catalogue, `domain.verb-noun`. */
  name: string;
  /** Checked when a job is added and again when it runs, because a job may outlive the code that added it. */
  payload: z.ZodType<P>;
  /** At most `limit` jobs with the same `key` run at once, over all workers. */
  concurrency?: { key(payload: P): string; limit: number };
  /**
   * Set where runs mostly wait for servers of others: the embedded engine runs many of them at once, apart from all other
   * jobs, and leaves `concurrency` to the handler, so that no lane waits behind a server that does not answer.
   */
  waitsForOthers?: boolean;
  /**
   * Of the places of one process such jobs hold at most so many, so that others find some however long these take.
   * Default: all but what `workspace` leaves. Not looked at where `waitsForOthers` is set, nor by Inngest, which has no
   * places.
   */
  placesMax?: number;
  /** Whose work it is, by id. Of the places of one process, no workspace holds more than half. */
  workspace?(payload: P): string | undefined;
  /** While a job with this key waits, adding another changes nothing: the waiting one does the work of both. */
  dedupeKey?(payload: P): string;
  /** How long a job waits before it starts, so that what comes in meanwhile is done in one go. Default 0. */
  delayMs?: number;
  /** Cron expression in UTC; a scheduled job's payload is `{}`. */
  schedule?: string;
  /** Runs before a failing job is given up; both engines wait longer after each. Default 10. */
  attemptsMax?: number;
  /** Does the work; safe to run twice, because both engines deliver at least once. A throw means: try again. */
  handler(payload: P, at: { now: Date }): Promise<Outcome>;
};

/** What adding a job takes: those whom its handler calls in turn can add it without knowing the handler. */
export type JobSpec<P = unknown> = Omit<Job<P>, "handler">;

/** Declares a job. The catalogue (`lib/server/catalogue.ts`) must list it, or no engine will run it. */
export function defineJob<P>(job: Job<P>): Job<P> {
  return job;
}
