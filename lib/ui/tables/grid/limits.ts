/** Rows are read and forgotten by pages of this many; a public page comes with the first. */
export const PAGE_ROWS = 100;
/** Cells that are copied, emptied or filled at once. */
export const BLOCK_CELLS_MAX = 10_000;
export const COLUMN_MIN_PX = 64;
