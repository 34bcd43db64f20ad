export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;
export const EVIDENCE_REF_RANDOM_CHARS = 32;
export const UPLOAD_URL_EXPIRES_IN_S = 300;
export const VIEW_URL_EXPIRES_IN_S = 60;
/** From presigning to the first automatic check. */
export const VERIFY_DELAY_S = 60;
/**
 * The time from presigning to the last check: by then the upload URL has expired, and an upload begun in time has
 * ended.
 */
export const UPLOAD_ENDED_S = UPLOAD_URL_EXPIRES_IN_S + 60;
/** How late a check must be before its job is presumed lost. */
export const VERIFY_OVERDUE_S = 900;
export const VERIFY_SWEEP_MAX = 200;
/** How long a screenshot waits for its sample: whoever can upload one can upload the other. */
export const SAMPLE_AWAITED_HOURS = 24;
/** How much longer the sweep looks for a screenshot that waited in vain, such as after an outage of the worker. */
export const SAMPLE_MISSED_HOURS = 72;
/** How many pages of screenshots that nobody may see are passed over at most to answer with one that holds some. */
export const HIDDEN_PAGES_MAX = 10;
/** Uploads that one process checks at a time, so that a slow store leaves slots for other jobs. */
export const VERIFY_PLACES_MAX = 2;
