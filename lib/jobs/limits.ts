export const SECOND_MS = 1_000;
export const ATTEMPTS_MAX_DEFAULT = 10;
/** Inngest retries a step at most 20 times. */
export const INNGEST_RETRIES_MAX = 20;

/** Jobs that one worker process runs at a time. */
export const WORKER_JOBS_MAX = 6;
/** How many of these one workspace's jobs hold at most. */
export const WORKSPACE_JOBS_MAX = 2;
/**
 * How often an idle process looks for jobs of each kind that were not announced (delayed, retried, kept back by their
 * key), whatever the number of its places: that late such a job starts, on average.
 */
export const WORKER_POLL_MS = 1_000;
/** A job that comes back sooner is looked for on time. */
export const WORKER_LOOK_AHEAD_MS = 60_000;
/** Writing down that a job is done takes about so long. */
export const WORKER_NUDGE_MS = 20;
export const WORKER_STOP_GRACE_MS = 10_000;
/** For writing down what became of the jobs, after that; then the process ends in any case. */
export const WORKER_LAST_STEPS_MS = 3_000;

/** How often a worker shows that it lives, and looks whether the others do. */
export const HEARTBEAT_MS = 2_000;
/** A worker is dead when others saw no beat for so long and its connection to the database is gone: it was killed. */
export const HEARTBEAT_MISSED_MS_MAX = 8_000;
/** Or when they saw none for so long, although its connection is there: it hangs, or its machine or network is gone. */
export const HEARTBEAT_SILENT_MS_MAX = 60_000;
/** Who did not look for so long, such as while the database was away, begins to watch anew. */
export const HEARTBEAT_UNWATCHED_MS_MAX = 6_000;
/** A beat that gets no answer for so long is tried again on a new connection. */
export const HEARTBEAT_ANSWER_MS_MAX = 10_000;
/** How often jobs are looked for that are locked by workers without a heartbeat. */
export const ORPHANED_JOBS_SWEEP_MS = 15_000;
/** How often the database's clock is asked whether a schedule is due; at the full minute in any case. */
export const SCHEDULES_LOOK_MS = 5_000;
/** Schedules that came due while no worker was there are made up for when they did within this time: a day, and more. */
export const SCHEDULE_LOOK_BACK_MINUTES = 25 * 60;
/** A schedule that ran so far in the future says that the database's clock was set back since. */
export const CLOCK_SET_BACK_MS_MIN = 30_000;
/** How often a statement of the engine is tried that Postgres ends because of a deadlock. */
export const DEADLOCKED_TRIES_MAX = 5;
/** Lanes by which jobs with the same concurrency key are kept apart, per job. */
export const LANES_PER_JOB = 32;
/** How long a run may work through rows in batches before it lets others go first. */
export const BATCHES_RUN_MS = 5_000;
/** A rest ends when the processor was free at so many looks in a row: whoever wants it makes a look come late. */
export const REST_LOOK_MS = 20;
export const REST_LOOKS_FREE = 3;
export const REST_LOOK_LATE_MS = 4;
export const GIVEN_UP_JOBS_KEPT_DAYS = 30;

export const OUTBOX_BATCH_ROWS = 100;
/** Longer than a send with all its retries can take. */
export const OUTBOX_CLAIM_MS = 60_000;
/** After a failed send, requests leave the outbox alone for this long. */
export const OUTBOX_PAUSE_MS = 10_000;
/** What comes into the outbox while a run goes on is looked for so often. */
export const OUTBOX_LOOK_MS = 250;
export const INNGEST_FETCH_TIMEOUT_MS = 5_000;
/** Inngest does not count shorter debounces. */
export const INNGEST_DEBOUNCE_MIN_MS = 1_000;
/** The longest wait that every plan has is 7 days; a longer one is several. */
export const INNGEST_WAIT_MS_MAX = 6.5 * 86_400_000;
/** Events of a batch: as many as Inngest takes. */
export const INNGEST_BATCH_EVENTS = 100;
/** Of the runs that may go on at once, each batched job has this part: five kinds of them, and all still go on. */
export const INNGEST_BATCH_SHARE = 1 / 5;
/** Until a run is over there is time to write down what became of it. */
export const INNGEST_LAST_STEPS_MS = 2_000;
/** Schedules that a minute's run is at at the same time, and how long before its end it begins no other. */
export const SCHEDULES_AT_ONCE = 3;
export const SCHEDULES_LAST_MS = 15_000;
/** A scheduled job that failed is tried again after so long, by itself. */
export const SCHEDULE_RETRY_MS = 30_000;
/** While a piece of a batch takes longer than this, others are looked for, so often, and for this part of the time at most. */
export const WORK_LONG_MS = 500;
export const WORK_LOOK_MS = 250;
export const WORK_LOOKS_SHARE = 1 / 5;
/** A batch begins no other piece when so much of its time is left: as long as the longest request and what comes after. */
export const WORK_LAST_MS = 20_000;
/** Pieces of a batch that work in the database at a time. */
export const WORK_AT_ONCE = 4;
/** A clock behind Inngest's is waited for so long. */
export const CLOCK_WAIT_MS_MAX = 5_000;
export const INNGEST_REQUEST_BYTES_MAX = 4_194_304;
