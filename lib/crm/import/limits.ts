export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 200;
/** Faults that an answer names; all rows that have one are counted. */
export const IMPORT_ERRORS_SHOWN_MAX = 200;
/** Changed records that an answer shows before and after, and new ones beside them. */
export const IMPORT_CHANGED_SHOWN_MAX = 20;
export const IMPORT_NEW_SHOWN_MAX = 5;
/** An import within a request is one transaction, which on a busy machine takes longer than others may. */
export const IMPORT_MS_MAX = 60_000;

/** How much of a file is parsed before others get their turn. */
export const PARSE_SLICE_BYTES = 256 * 1024;
