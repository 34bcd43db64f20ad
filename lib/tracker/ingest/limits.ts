/** How often a batch is tried again because a process of the version before stored some of it meanwhile. */
export const BESIDE_BEFORE_TRIES = 3;
export const EVENTS_PER_BATCH_MAX = 500;
export const INTERVAL_S_MIN = 1;
export const INTERVAL_S_MAX = 600;
export const EVENT_AGE_DAYS_MAX = 30;
export const EVENT_AHEAD_MINUTES_MAX = 5;
/** A clock that is off by less is not blamed for rejected samples. */
export const CLOCK_SKEW_TOLD_S_MIN = 60;
/** The owner is notified no more often than this. */
export const CLOCK_SKEW_TOLD_EVERY_HOURS = 24;
/** The largest integer in the database; some clocks are off by decades. */
export const CLOCK_SKEW_S_MAX = 2_147_483_647;
export const REJECTIONS_KEPT_HOURS = 24;
export const EVENT_ID_CHARS_MAX = 64;
export const EVENT_BYTES_MAX = 32_768;
export const BATCH_BYTES_MAX = 2_097_152;
export const INPUT_COUNT_MAX = 2_147_483_647;
