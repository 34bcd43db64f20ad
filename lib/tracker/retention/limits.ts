export const EVIDENCE_DAYS_DEFAULT = 30;
export const EVIDENCE_DAYS_MIN = 1;
export const EVIDENCE_DAYS_MAX = 365;
export const SAMPLE_DAYS_DEFAULT = 90;
/** A day more than samples may come late: sums are made again out of all samples of a quarter of an hour. */
export const SAMPLE_DAYS_MIN = 31;
export const SAMPLE_DAYS_MAX = 730;
export const BUCKET_MONTHS_DEFAULT = 13;
export const BUCKET_MONTHS_MIN = 2;
export const BUCKET_MONTHS_MAX = 60;
/** Rows that one statement deletes at most. */
export const RETENTION_BATCH_ROWS = 1_000;
/** People whose rows one statement looks at. */
export const RETENTION_PAGE_PEOPLE = 200;
/** Erased ranges are kept until no sample of then is taken any more. */
export const ERASED_RANGE_KEPT_DAYS = 31;
