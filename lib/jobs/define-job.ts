import type { z } from "zod";

/** What a handler answers: nothing when the work is done, or when to come back for more. */
export type Outcome = undefined | { againAt: Date };

/** One run of a batch. */
export type Turn = {
  /** How long it may still go on, in ms. */
  leftMs(): number;
  /** Says at once that a batched job has something to do, for another run than this one. */
  tell(job: { name: string }): Promise<void>;
};

/**
 * How Inngest has a job done of which much comes at once. Its events only say that something is due: a hundred of them
 * are one run, which finds out by itself what there is, so that none is lost with an event and nobody's many events keep
 * others waiting.
 */
export type Batch = {
  /** How long events are collected, in s. Default 1, the least that Inngest takes. */
  collectS?: number;
  /** Set where one run does it all: while it goes on, events start no other. Nothing is collected then. */
  isAlone?: boolean;
  /**
   * Does what is due, until nothing is left or the turn is over. Several runs may do so at once.
   * @returns when to look again, where something will be due or is left
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
  /** What the id of its event at Inngest begins with, so that it is known there by what it is about. */
  eventId?(payload: P): string;
  /** Set where Inngest hands it over in batches. */
  batch?: Batch;
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
