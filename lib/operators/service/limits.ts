export const SAMPLES_KEPT_HOURS = 48;
export const SAMPLES_SHOWN_HOURS = 24;
export const GIVEN_UP_SHOWN_MAX = 100;
export const ERROR_CHARS_MAX = 2_000;
export const WEBHOOKS_SHOWN_MAX = 100;
export const LOADS_SHOWN_MAX = 20;
export const DELIVERIES_COUNTED_MAX = 50_000;
/** Names of jobs that a notice lists. */
export const NOTICE_NAMES_MAX = 5;
