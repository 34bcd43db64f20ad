export const SAMPLES_KEPT_HOURS = 48;
export const SAMPLES_SHOWN_HOURS = 24;
export const GIVEN_UP_SHOWN_MAX = 100;
export const ERROR_CHARS_MAX = 2_000;
export const WEBHOOKS_SHOWN_MAX = 100;
export const LOADS_SHOWN_MAX = 20;
export const LOADS_SHOWN_HOURS = 24;
/** Only this many of the latest rows of each kind are read: counting takes as long as there are rows. */
export const LOAD_COUNTED_MAX = 50_000;
/** A kind that takes longer to count is left out. */
export const LOAD_ANSWER_MS_MAX = 2_000;
/** What each costs the service, in parts of the cheapest: an estimate, not measured. */
export const LOAD_WEIGHTS = { deliveries: 50, automation_runs: 50, product_events: 1, tracker_samples: 1 };
export const SIGN_IN_PROBLEMS_LATELY_HOURS = 24;
/** Of what operators did with jobs. */
export const CHANGES_SHOWN_MAX = 50;
/** Names of jobs that a notice lists. */
export const NOTICE_NAMES_MAX = 5;
