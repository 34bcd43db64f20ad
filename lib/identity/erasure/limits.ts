/** Rows that one statement of an erasure touches at most, so that none holds rows for long. */
export const ERASE_BATCH_ROWS = 2_000;
/** Statements of one run; what is left then is done by the next, after other jobs had their turn. */
export const ERASE_BATCHES_PER_RUN_MAX = 200;
export const ERASE_SWEEP_MAX = 100;
export const ERASE_OVERDUE_MS = 10 * 60_000;
export const ERASE_PLACES_MAX = 1;
