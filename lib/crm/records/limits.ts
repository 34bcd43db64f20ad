/** All values of a record together, as JSON. */
export const RECORD_BYTES_MAX = 128 * 1024;
export const RECORD_BODY_BYTES_MAX = 1024 * 1024;
export const RECORDS_PER_SELECTION_MAX = 200;
/** Names of no attribute that a refusal lists. */
export const UNKNOWN_NAMES_SHOWN_MAX = 100;
/** How long a deleted record can be restored before it is erased. */
export const RECORD_RESTORE_DAYS = 30;
export const RECORDS_ERASED_PER_BATCH = 500;

export const FILTER_CHARS_MAX = 8_000;
export const FILTER_CONDITIONS_MAX = 20;
/** The most parts of one group that are looked at; the conditions of them all are counted afterwards. */
export const FILTER_PARTS_MAX = 50;
export const FILTER_VALUES_MAX = 100;
export const FILTER_VALUE_CHARS_MAX = 500;
export const SEARCH_CHARS_MAX = 200;

/** How much of a text a timeline shows. */
export const TIMELINE_TEXT_CHARS_MAX = 500;

/** If a condition matches no more rows than this, a page is collected rather than found by an index scan (see `list/store.ts`). */
export const FEW_ROWS_MAX = 4_000;
/** If a condition matches no more rows than this, a list is collected or found by an index scan rather than by a scan. */
export const SOME_ROWS_MAX = 30_000;
/** Rows that a list reads in the order asked for where each condition lets many through. */
export const SCAN_ROWS_MAX = 2_000;
/** The most entries that an index scan reads before the page is collected instead. */
export const INDEX_SCAN_ROWS_MAX = 200_000;
/** A condition that matches more rows than this doesn't narrow down an index scan or a collection. */
export const COLLECT_ROWS_MAX = 100_000;

/** Records that refer to another one are counted up to this. */
export const RELATED_COUNTED_MAX = 1_000;

/** The newest records of a list that a board sums up; reading more takes too long. */
export const BOARD_RECORDS_MAX = 20_000;
export const BOARD_COLUMN_RECORDS_MAX = 25;

export const EXPORT_PAGE_ROWS = 1_000;
export const EXPORT_ROWS_MAX = 100_000;
