export const AUDIT_CSV_ROWS_MAX = 100_000;
export const AUDIT_CSV_PAGE_ROWS = 1000;
