/** How long the job waits after a batch, so that the batches that follow at once are derived with it. */
export const ENRICH_DELAY_MS = 2_000;
/** How long the job waits before it tries again hours that every batch so far changed under its hands. */
export const ENRICH_RETRY_MS = 1_000;
/** Dirty hours that are listed at a time. */
export const HOURS_PER_LISTING_MAX = 200;
/** Listed hours are derived in rounds of about this many samples, so that the event loop is never held for long. */
export const SAMPLES_PER_ROUND_MAX = 1_500;
/** How long enriching rests after a round, in times of what the round took. */
export const REST_PER_ROUND = 5;
/** Samples that count in one hour of a developer: two devices that sample every second. */
export const SAMPLES_PER_HOUR_MAX = 7_200;
/** Listings of one run of the job; what is left is another run's, so that other projects get their turn. */
export const LISTINGS_PER_RUN_MAX = 10;
/** Age from which a dirty hour counts as forgotten by its job. */
export const SWEEP_AFTER_MS = 60_000;
/** Projects that one sweep hands to their jobs, those that wait longest first. */
export const SWEEP_PROJECTS_MAX = 500;

/** How much is read of the texts that a client sent, in characters: what decides stands at their beginning. */
export const TITLE_CHARS_READ_MAX = 300;
export const URL_CHARS_READ_MAX = 2_048;
export const PATH_CHARS_READ_MAX = 1_024;

/** The longest range of one question for activity. */
export const ACTIVITY_DAYS_MAX = 31;
