/** How far the two clocks may drift apart between two looks without one of them having been set. */
export const CLOCK_DRIFT_MS_MAX = 2_000;
/** If a look comes later than this after it was due, the time before it can't be trusted. */
export const LATE_MS_MAX = 15_000;
/** A clock that goes back by more was set, rather than held back a little. */
export const CLOCK_SET_S_MIN = 60;
/** Off by less, the computer's clock is taken at its word. */
export const CLOCK_OFFSET_MS_MIN = 60_000;

export const QUEUE_BYTES_MAX = 67_108_864;
export const QUEUE_SEGMENT_BYTES_MAX = 4_194_304;
/** One request's share of what waits, so that it stays below what the service takes. */
export const BATCH_BYTES_MAX = 1_048_576;

export const REQUEST_WAIT_MS = 30_000;
/** The service takes 30 batches a minute of a device. */
export const SEND_EVERY_MS_MIN = 2_100;
export const SEND_EVERY_S_MIN = 10;
export const HEARTBEAT_EVERY_MS = 60_000;
/** Rules and working hours, whose changes no tag reveals. */
export const SETTINGS_EVERY_MS = 900_000;
export const RETRY_FIRST_MS = 5_000;
export const RETRY_MS_MAX = 900_000;
/** A client never waits longer than this, whatever the response says. */
export const RETRY_AFTER_S_MAX = 3_600;

export const SIGN_IN_WAIT_MS = 600_000;
export const PROGRAM_WAIT_MS = 5_000;
export const PROGRAM_OUTPUT_BYTES_MAX = 8_388_608;

/** How much of ActivityWatch's data is read at once. */
export const ACTIVITYWATCH_CHUNK_S = 3_600;
/** What it may still add to: its watchers write every second. */
export const ACTIVITYWATCH_UNSETTLED_S = 10;
export const ACTIVITYWATCH_WAIT_MS = 10_000;
/** Of an older time the service takes nothing. */
export const BACKLOG_DAYS_MAX = 30;
