export const TRACKER_IMPORT_BYTES_MAX = 64 * 1024 * 1024;
/** A file with a larger event is refused; one above what a sample may hold is left out. */
export const TRACKER_IMPORT_EVENT_BYTES_MAX = 1024 * 1024;
/** How deeply a file may be nested. */
export const TRACKER_IMPORT_NESTING_MAX = 32;
/** Events kept in one row until they are processed. */
export const TRACKER_IMPORT_CHUNK_EVENTS = 2_000;
/** The most samples that one file may produce, and that one statement stores. */
export const TRACKER_IMPORT_SAMPLES_MAX = 1_000_000;
export const TRACKER_IMPORT_BATCH_SAMPLES = 1_000;
/** How long a run works before it lets other jobs go first. */
export const TRACKER_IMPORT_SLICE_MS = 3_000;
/** How many runs in a row may fail before an import is given up. */
export const TRACKER_IMPORT_ATTEMPTS_MAX = 5;
/** How long an unfinished import may make no progress before it gets its job again. */
export const TRACKER_IMPORT_REQUEUE_AFTER_MINUTES = 10;
/** How long a file may take to arrive before its import is deleted. */
export const TRACKER_IMPORT_RECEIVING_MINUTES = 30;
export const TRACKER_IMPORT_SWEEP_ROWS = 100;
export const TRACKER_IMPORT_UNDO_ROWS = 2_000;
/**
 * Computers, and browsers on them, that one file tells apart. Of further ones it counts whether somebody was anywhere, and
 * whether any browser was in front.
 */
export const TRACKER_IMPORT_ORIGINS_MAX = 50;
