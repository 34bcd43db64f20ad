export const TABLES_PER_WORKSPACE_MAX = 200;
export const TABLE_NAME_CHARS_MAX = 100;
export const TABLE_DESCRIPTION_CHARS_MAX = 1_000;
export const COLUMNS_PER_TABLE_MAX = 100;
export const COLUMN_NAME_CHARS_MAX = 100;

export const ROWS_PER_TABLE_MAX = 100_000;
export const ROWS_PER_BATCH_MAX = 200;
/** All values of a row together, as JSON. */
export const ROW_BYTES_MAX = 64 * 1024;
export const ROWS_BODY_BYTES_MAX = 1024 * 1024;
/** How long a deleted row can be restored before it is erased. */
export const ROW_RESTORE_DAYS = 30;
export const ROWS_ERASED_PER_BATCH = 500;
/** How much of a text the history of a row shows. */
export const HISTORY_TEXT_CHARS_MAX = 500;
/** Rows that a list looks through in the order asked for, before it goes through all of the table. */
export const SCAN_ROWS_MAX = 2_000;
export const EXPORT_PAGE_ROWS = 1_000;

export const SHARE_LINKS_PER_TABLE_MAX = 100;
export const SHARE_LINK_NAME_CHARS_MAX = 100;
/** 256 bits. */
export const SHARE_TOKEN_BYTES = 32;
export const SHARE_PASSWORD_CHARS_MIN = 8;
export const SHARE_PASSWORD_CHARS_MAX = 200;
export const SHARE_TICKET_MINUTES = 30;
/** Right passwords that a process remembers, the latest ones. */
export const SHARE_PASSWORDS_KNOWN_MAX = 1_000;
/** Wrong passwords that one address may try at a link within the window. */
export const PASSWORD_TRIES_PER_ADDRESS_MAX = 10;
/** Wrong passwords at a link from all addresses together: an address can be changed, a link can't. */
export const PASSWORD_TRIES_PER_LINK_MAX = 100;
export const PASSWORD_TRIES_WINDOW_MINUTES = 15;
/** The last use of a link is written down at most this often. */
export const LAST_USE_NOTED_EVERY_S = 60;

/** Rows and bytes of a file that are imported at once. */
export const IMPORT_ROWS_MAX = 5_000;
export const IMPORT_BYTES_MAX = 8 * 1024 * 1024;
/** Rows that an import adds in one statement: more would keep the process from answering others meanwhile. */
export const ROWS_ADDED_AT_ONCE = 250;
