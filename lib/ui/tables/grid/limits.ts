/** Rows are loaded and dropped in pages of this size; a public page contains the first. */
export const PAGE_ROWS = 100;
/** The most cells copied, cleared or filled at once. */
export const BLOCK_CELLS_MAX = 10_000;
export const COLUMN_MIN_PX = 64;
