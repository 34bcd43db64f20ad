export const PRODUCT_EVENTS_PER_UPLOAD_MAX = 100;
export const PRODUCT_EVENT_ID_CHARS_MAX = 64;
export const PRODUCT_EVENT_TYPE_CHARS_MAX = 100;
export const PRODUCT_EVENT_PERSON_CHARS_MAX = 255;
export const PRODUCT_EVENT_BYTES_MAX = 32_768;
export const PRODUCT_EVENT_AGE_DAYS_MAX = 30;
/** Browsers' clocks are wrong by hours; what they say is later than now is taken as now. */
export const PRODUCT_EVENT_AHEAD_HOURS_MAX = 24;
export const UPLOAD_BYTES_MAX = 1_048_576;
export const COUNTED_TYPES_MAX = 20;
export const COUNTED_HOURS_MAX = 744;
export const COUNTED_DAYS_MAX = 400;
/** Of one statement; a sweep repeats it until nothing is left. */
export const SWEPT_EVENTS_MAX = 5_000;
