export const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 100_000;
/** As many rows are imported within the request, if the client does not ask for a job. */
export const IMPORT_INLINE_ROWS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 200;
export const IMPORT_FILE_NAME_CHARS_MAX = 255;
/** Faults that an answer names; all rows that have one are counted. */
export const IMPORT_ERRORS_SHOWN_MAX = 200;
/** Faults that are kept of an import that ran as a job. */
export const IMPORT_ERRORS_KEPT_MAX = 1_000;
/** Changed records that an answer shows before and after, and new ones beside them. */
export const IMPORT_CHANGED_SHOWN_MAX = 20;
export const IMPORT_NEW_SHOWN_MAX = 5;
/** Records that undoing an import left as they are, by title and reason; all are counted. */
export const IMPORT_LEFT_SHOWN_MAX = 200;
/** One transaction of an import: a whole small file, or a chunk. On a busy machine it takes longer than others may. */
export const IMPORT_MS_MAX = 60_000;

/** How much of a file is parsed before others get their turn. */
export const PARSE_SLICE_BYTES = 256 * 1024;

/** Imports of a workspace that wait or run at a time. */
export const IMPORTS_UNDER_WAY_MAX = 5;
/** Rows that are checked or written in one transaction. */
export const IMPORT_CHUNK_ROWS = 250;
export const IMPORT_CHUNKS_PER_STATEMENT = 20;
/** How long a run works before it lets other jobs have their turn. */
export const IMPORT_SLICE_MS = 3_000;
/** How long an import waits before it looks whether the one before it is done. */
export const IMPORT_TURN_MS = 1_000;
/** Runs that fail one after the other before an import is given up. */
export const IMPORT_ATTEMPTS_MAX = 5;
/** Tries of one batch whose unique values others take at the same moment. */
export const IMPORT_BATCH_TRIES_MAX = 3;
/** An import under way that nothing was heard of for so long gets its job again. */
export const IMPORT_REQUEUE_AFTER_MINUTES = 5;
export const IMPORT_SWEEP_ROWS = 100;
/** How long a checked import waits to be started, and one whose rows did not all come is kept. */
export const IMPORT_CHECKED_HOURS = 24;
export const IMPORT_RECEIVING_HOURS = 1;
export const IMPORT_UNDO_DAYS = 30;
export const IMPORT_CHANGES_ERASED_PER_BATCH = 5_000;
