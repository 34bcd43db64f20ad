export const ATTEMPTS_MAX_DEFAULT = 10;
/**
 * Of jobs that delete or check objects of the store: given up sooner, objects would stay there for ever. The waits, which
 * grow to six hours, last a week.
 */
export const STORE_ATTEMPTS_MAX = 40;
/** Inngest retries a step at most 20 times. */
export const INNGEST_RETRIES_MAX = 20;

/** How many jobs one worker process runs at a time. */
export const WORKER_JOBS_MAX = 6;
/** How many of these may belong to one workspace. */
export const WORKSPACE_JOBS_MAX = 2;
/**
 * How often an idle process polls for jobs of each kind that were not announced (delayed, retried, or waiting for their
 * key), however many places it has. Such a job starts at most this late where a place is free.
 */
export const WORKER_POLL_MS = 1_000;
/** How often a single place polls besides: only in case the process's timer fails. */
export const WORKER_PLACE_POLL_MS = 60_000;
/** A job that comes back sooner than this is started on time, not at the next poll. */
export const WORKER_LOOK_AHEAD_MS = 60_000;
/** Roughly how long it takes to save that a job is done. */
export const WORKER_NUDGE_MS = 20;
export const WORKER_STOP_GRACE_MS = 10_000;
/** Time for saving the jobs' results after that; then the process exits in any case. */
export const WORKER_LAST_STEPS_MS = 3_000;

/** How often a worker renews its heartbeat and checks the others'. */
export const HEARTBEAT_MS = 2_000;
/** A worker is dead if it missed heartbeats for this long and its database connection is gone: it was killed. */
export const HEARTBEAT_MISSED_MS_MAX = 8_000;
/**
 * It is also dead after this long without a heartbeat even if it is connected: it hangs, or its machine or network is
 * gone.
 */
export const HEARTBEAT_SILENT_MS_MAX = 60_000;
/**
 * A worker that could not check for this long, for example while the database was down, starts watching from scratch.
 */
export const HEARTBEAT_UNWATCHED_MS_MAX = 6_000;
/** A heartbeat that gets no answer for this long is retried on a new connection. */
export const HEARTBEAT_ANSWER_MS_MAX = 10_000;
/** How often to look for jobs that are locked by workers without a heartbeat. */
export const ORPHANED_JOBS_SWEEP_MS = 15_000;
/** How often the database's clock is checked for due schedules; in any case at each full minute. */
export const SCHEDULES_LOOK_MS = 5_000;
/** A schedule that came due while no worker was running is made up for within this time: a day and a bit. */
export const SCHEDULE_LOOK_BACK_MINUTES = 25 * 60;
/** If a schedule's last run lies this far in the future, the database's clock was set back since. */
export const CLOCK_SET_BACK_MS_MIN = 30_000;
/** How often the engine retries a statement that Postgres aborted because of a deadlock. */
export const DEADLOCKED_TRIES_MAX = 5;
/** How often a worker checks whether a lane that another worker has is free. */
export const LANE_LOOK_MS = 250;
/** How long a run may work through batches of rows before it lets other jobs go first. */
export const BATCHES_RUN_MS = 5_000;
/**
 * A rest ends once the processor was free at this many checks in a row: if anyone else wants it, a check comes late.
 */
export const REST_LOOK_MS = 20;
export const REST_LOOKS_FREE = 3;
export const REST_LOOK_LATE_MS = 4;
/** How long work that needs the processor goes on before others get their turn. */
export const SLICE_MS = 5;
export const GIVEN_UP_JOBS_KEPT_DAYS = 30;

export const OUTBOX_BATCH_ROWS = 100;
/** Longer than a send with all its retries can take. */
export const OUTBOX_CLAIM_MS = 60_000;
/** After a failed send, requests leave the outbox alone for this long. */
export const OUTBOX_PAUSE_MS = 10_000;
/** How often a run checks the outbox for what was added while it runs. */
export const OUTBOX_LOOK_MS = 250;
export const INNGEST_FETCH_TIMEOUT_MS = 5_000;
/** Inngest ignores shorter debounces. */
export const INNGEST_DEBOUNCE_MIN_MS = 1_000;
/** Every plan allows waits of 7 days; a longer wait is split into several. */
export const INNGEST_WAIT_MS_MAX = 6.5 * 86_400_000;
/** Events of a batch: as many as Inngest takes. */
export const INNGEST_BATCH_EVENTS = 100;
/**
 * The share of concurrent runs that each batched job may take: with five such jobs, all of them can still make
 * progress.
 */
export const INNGEST_BATCH_SHARE = 1 / 5;
/** Time reserved before a run ends to save its results. */
export const INNGEST_LAST_STEPS_MS = 2_000;
/** How many schedules a minute's run handles at once, and how long before its end it stops starting new ones. */
export const SCHEDULES_AT_ONCE = 3;
export const SCHEDULES_LAST_MS = 15_000;
/** A scheduled job that failed is retried after this time, in a run of its own. */
export const SCHEDULE_RETRY_MS = 30_000;
/**
 * While a piece of a batch takes longer than this, other pieces are looked for this often, using at most this share of
 * the time.
 */
export const WORK_LONG_MS = 500;
export const WORK_LOOK_MS = 250;
export const WORK_LOOKS_SHARE = 1 / 5;
/** A batch starts no other piece with less than this time left: the longest request and what follows it. */
export const WORK_LAST_MS = 20_000;
/** How many pieces of a batch may use the database at once. */
export const WORK_AT_ONCE = 4;
/** How long to wait if our clock is behind Inngest's. */
export const CLOCK_WAIT_MS_MAX = 5_000;
export const INNGEST_REQUEST_BYTES_MAX = 4_194_304;
