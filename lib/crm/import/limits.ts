export const IMPORT_BYTES_MAX = 32 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 100_000;
/** Files of up to this many rows are imported within the request, unless the client asks for a job. */
export const IMPORT_INLINE_ROWS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 200;
export const IMPORT_FILE_NAME_CHARS_MAX = 255;
/** Errors listed in a response; all rows with errors are counted. */
export const IMPORT_ERRORS_SHOWN_MAX = 200;
/** Errors kept of an import that ran as a job. */
export const IMPORT_ERRORS_KEPT_MAX = 1_000;
/** Changed records that a response shows before and after, and how many new ones. */
export const IMPORT_CHANGED_SHOWN_MAX = 20;
export const IMPORT_NEW_SHOWN_MAX = 5;
/** Records listed, by title and reason, that undoing an import left alone; all are counted. */
export const IMPORT_LEFT_SHOWN_MAX = 200;
/**
 * The longest transaction of an import: a whole small file, or a chunk. On a busy machine it needs longer than other
 * transactions may.
 */
export const IMPORT_MS_MAX = 60_000;

/** How much of a file is parsed before the event loop gets a turn. */
export const PARSE_SLICE_BYTES = 64 * 1024;
/** A file with a larger row is refused: a million empty cells take much more memory than their commas. */
export const IMPORT_ROW_BYTES_MAX = 4 * 1024 * 1024;
/** How many files one process parses at a time. */
export const FILES_READ_AT_ONCE = 1;
/** Rows of a file that are checked before others get a turn. */
export const ROWS_CHECKED_AT_ONCE = 50;

/** Unfinished imports that a workspace may have. */
export const IMPORTS_RUNNING_MAX = 5;
/** Checked imports that one person may have waiting to be started: a new one takes the place of the oldest. */
export const IMPORTS_CHECKED_MAX = 10;
/** Rows that are checked or written in one transaction. */
export const IMPORT_CHUNK_ROWS = 250;
export const IMPORT_CHUNKS_PER_STATEMENT = 20;
/** How long a run works before it lets other jobs go first. */
export const IMPORT_SLICE_MS = 3_000;
/** How long an import waits before it polls whether the one before it is finished. */
export const IMPORT_TURN_MS = 1_000;
/** How many runs in a row may fail before an import is given up. */
export const IMPORT_ATTEMPTS_MAX = 5;
/** How often a batch is retried if others take its unique values at the same moment. */
export const IMPORT_BATCH_TRIES_MAX = 3;
/** How long an unfinished import may make no progress before it gets its job again. */
export const IMPORT_REQUEUE_AFTER_MINUTES = 5;
export const IMPORT_SWEEP_ROWS = 100;
/** How long a checked import waits to be started, and how long one is kept whose rows did not all arrive. */
export const IMPORT_CHECKED_HOURS = 24;
export const IMPORT_RECEIVING_HOURS = 1;
export const IMPORT_UNDO_DAYS = 30;
export const IMPORT_CHANGES_ERASED_PER_BATCH = 5_000;
