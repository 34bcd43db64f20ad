export const EVIDENCE_DAYS_DEFAULT = 30;
export const EVIDENCE_DAYS_MIN = 1;
export const EVIDENCE_DAYS_MAX = 365;
export const SAMPLE_DAYS_DEFAULT = 90;
/** One day longer than samples may be late: sums are computed again from all samples of a quarter of an hour. */
export const SAMPLE_DAYS_MIN = 31;
export const SAMPLE_DAYS_MAX = 730;
export const BUCKET_MONTHS_DEFAULT = 13;
export const BUCKET_MONTHS_MIN = 2;
export const BUCKET_MONTHS_MAX = 60;
/** The most rows that one statement deletes. */
export const RETENTION_BATCH_ROWS = 1_000;
/** The number of people whose rows one statement reads. */
export const RETENTION_PAGE_PEOPLE = 200;
/** Erased ranges are kept until samples of their time are too old to be accepted. */
export const ERASED_RANGE_KEPT_DAYS = 31;
/** Who looked at somebody's data is kept this long, whatever a workspace says: shortening its retention hides no look. */
export const VIEWS_KEPT_MONTHS = 24;
/** For how many months after the current one samples have a partition already. */
export const SAMPLE_MONTHS_AHEAD = 3;
