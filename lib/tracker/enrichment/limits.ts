/** How long the job waits after a batch, so that the batches that follow at once are derived with it. */
export const ENRICH_DELAY_MS = 2_000;
/** How long the job waits before it tries again hours that every batch so far changed under its hands. */
export const ENRICH_RETRY_MS = 1_000;
/** Dirty hours of a project that are derived before the next project has its turn: half newest, half oldest. */
export const HOURS_PER_LISTING_MAX = 32;
/** Listed hours are derived in rounds of about this many samples, so that the event loop is never held for long. */
export const SAMPLES_PER_ROUND_MAX = 1_500;
/** How long enriching rests after a round, in times of the processor time that the round took. */
export const REST_PER_ROUND = 5;
/** The same where the oldest hour waits so long that catching up comes first. */
export const REST_PER_LATE_ROUND = 1;
export const LATE_AFTER_MS = 300_000;
/** A rest ends when the processor was free at so many looks in a row: whoever wants it makes a look come late. */
export const REST_LOOK_MS = 20;
export const REST_LOOKS_FREE = 3;
export const REST_LOOK_LATE_MS = 4;
/** Samples that count in one hour of a developer: two devices that sample every second. */
export const SAMPLES_PER_HOUR_MAX = 7_200;
/** A workspace's turn ends once it has lasted so long; with a round's work at most 20 s. */
export const ENRICH_TURN_MS = 2_000;
/** A workspace's developers are spread over so many jobs, so that several workers may help with one big project. */
export const ENRICH_SHARDS = 4;
/** Age from which a dirty hour counts as forgotten by its job. */
export const SWEEP_AFTER_MS = 60_000;
/** Jobs that one sweep adds, for those that wait longest. */
export const SWEEP_JOBS_MAX = 500;

/** How much is read of the texts that a client sent, in characters: what decides stands at their beginning. */
export const TITLE_CHARS_READ_MAX = 300;
export const URL_CHARS_READ_MAX = 2_048;
export const PATH_CHARS_READ_MAX = 1_024;

/** The longest range of one question for activity. */
export const ACTIVITY_DAYS_MAX = 31;
