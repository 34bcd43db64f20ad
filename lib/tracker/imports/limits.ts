export const TRACKER_IMPORT_BYTES_MAX = 64 * 1024 * 1024;
/** How deep a file may nest. */
export const TRACKER_IMPORT_NESTING_MAX = 32;
/** Events that are kept in one row until their turn comes. */
export const TRACKER_IMPORT_CHUNK_EVENTS = 2_000;
/** Samples that one file may come to, and that one statement stores. */
export const TRACKER_IMPORT_SAMPLES_MAX = 1_000_000;
export const TRACKER_IMPORT_BATCH_SAMPLES = 1_000;
/** How long a run works before it lets other jobs go first. */
export const TRACKER_IMPORT_SLICE_MS = 3_000;
/** Runs of a job that fail one after the other before its import is given up. */
export const TRACKER_IMPORT_ATTEMPTS_MAX = 5;
/** An import under way that nothing was heard of for so long gets its job again. */
export const TRACKER_IMPORT_REQUEUE_AFTER_MINUTES = 10;
/** One whose file did not all come is forgotten. */
export const TRACKER_IMPORT_RECEIVING_MINUTES = 30;
export const TRACKER_IMPORT_SWEEP_ROWS = 100;
export const TRACKER_IMPORT_UNDO_ROWS = 2_000;
