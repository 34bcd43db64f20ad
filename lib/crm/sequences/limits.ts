export const SEQUENCES_MAX = 100;
export const SEQUENCE_NAME_CHARS_MAX = 120;
export const STEPS_MAX = 50;
export const WAIT_DAYS_MAX = 365;
/** How late a due step may be before the sweep takes its job for lost. */
export const STEP_REQUEUE_AFTER_MINUTES = 2;
export const STEP_SWEEP_ROWS = 1_000;
