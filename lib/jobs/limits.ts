export const ATTEMPTS_MAX_DEFAULT = 10;
/** Inngest retries a step at most 20 times. */
export const INNGEST_RETRIES_MAX = 20;

/** Jobs that one worker process runs at a time. */
export const WORKER_JOBS_MAX = 4;
/** Those among them that wait for servers of others, beside the rest. */
export const WORKER_WAITING_JOBS_MAX = 64;
/** How late a job that was not announced (delayed, retried, kept back by its key) may start. */
export const WORKER_POLL_MS = 500;
/** A job that comes back sooner is looked for on time. */
export const WORKER_LOOK_AHEAD_MS = 60_000;
/** Writing down that a job is done takes about so long. */
export const WORKER_NUDGE_MS = 20;
export const WORKER_STOP_GRACE_MS = 10_000;
export const DEAD_WORKERS_SWEEP_MS = 15_000;
export const LIVENESS_RETRY_MS = 1_000;
/** Lanes by which jobs with the same concurrency key are kept apart, per job. */
export const LANES_PER_JOB = 32;
export const GIVEN_UP_JOBS_KEPT_DAYS = 30;

export const OUTBOX_BATCH_ROWS = 100;
/** Longer than a send with all its retries can take. */
export const OUTBOX_CLAIM_MS = 60_000;
/** After a failed send, requests leave the outbox alone for this long. */
export const OUTBOX_PAUSE_MS = 10_000;
export const INNGEST_FETCH_TIMEOUT_MS = 5_000;
/** Inngest does not count shorter debounces. */
export const INNGEST_DEBOUNCE_MIN_MS = 1_000;
export const INNGEST_REQUEST_BYTES_MAX = 4_194_304;
