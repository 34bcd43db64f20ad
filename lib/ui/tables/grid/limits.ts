/** Rows are read and forgotten by pages of this many; a public page comes with the first. */
export const PAGE_ROWS = 100;
