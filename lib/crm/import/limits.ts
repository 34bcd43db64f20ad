export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 200;
/** Rows with faults that an answer names; all are counted. */
export const IMPORT_ERRORS_SHOWN_MAX = 200;
/** A whole import is one transaction, which on a busy machine takes longer than others may. */
export const IMPORT_MS_MAX = 60_000;
