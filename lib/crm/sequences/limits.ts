export const SEQUENCES_MAX = 100;
export const SEQUENCE_NAME_CHARS_MAX = 120;
export const STEPS_MAX = 50;
export const WAIT_DAYS_MAX = 365;
/** How long a workspace's enrolments hold a place before other jobs get it. */
export const STEP_TURN_MS = 500;
/** The same for their requests, which wait more than they work. */
export const STEP_REQUEST_TURN_MS = 5_000;
/** For how long an enrolment is taken up: longer than its steps take, and than sending a request. */
export const STEP_HELD_MS = 10_000;
export const STEP_REQUEST_HELD_MS = 30_000;
/** An enrolment that failed through no fault of its author waits as long as it is late, between these bounds. */
export const STEP_RETRY_MS_MIN = 15_000;
export const STEP_RETRY_MS_MAX = 3_600_000;
/** How late a due step may be before the sweep takes its job for lost. */
export const STEP_REQUEUE_AFTER_MS = 120_000;
/** Most failed steps that one request has tried again. */
export const RETRIES_MAX = 10_000;
