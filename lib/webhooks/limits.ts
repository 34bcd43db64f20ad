/* Requirements, "Webhooks" (delivery retry policy); contract section 5. */
export const DELIVERY_ATTEMPTS_MAX = 6;
export const RETRY_FACTOR = 3;
/** By how much a wait may be lengthened at random, so that deliveries that failed together are not retried together. */
export const RETRY_JITTER = 0.1;
/** The longest wait, as a multiple of the first. */
export const RETRY_CAP_FACTOR = 60;

export const CONNECT_TIMEOUT_MS = 5_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** How long a claim lasts before another attempt may begin: enough for the request and for saving its result. */
export const CLAIM_MS = 30_000;
export const RESPONSE_BODY_BYTES_MAX = 16_384;
/** Limits on the stored response headers: how many, and their total size. */
export const RESPONSE_HEADERS_MAX = 50;
export const RESPONSE_HEADERS_BYTES_MAX = 8_192;
/** Idle connections are closed before most servers close theirs. */
export const KEEP_ALIVE_MS = 2_000;
export const DNS_TIMEOUT_MS = 1_500;
export const DNS_TRIES = 2;

/** Concurrent requests to one webhook, over all workers: initially, at least and at most. */
export const SLOTS_INITIAL = 8;
export const SLOTS_MIN = 1;
export const SLOTS_MAX = 16;
/** An answer within the first of these times gains its webhook a slot; one that takes longer than the second costs slots. */
export const FAST_ANSWER_MS_MAX = 1_000;
export const SLOW_ANSWER_MS_MIN = 5_000;
/** The share of all places that one workspace may take, and all slow webhooks together. */
export const PLACES_SHARE = 1 / 4;
/** How many deferred deliveries of a fast webhook are woken at a time, as a multiple of its slots. */
export const WAKE_SLOTS_FACTOR = 4;
/**
 * Of the deliveries that one change causes for a webhook, this many get a job at once and the others are deferred: adding
 * tens of thousands of jobs would delay the change itself and everybody else's.
 */
export const EMITTED_JOBS_MAX = 16;
/**
 * A change that causes more deliveries than this leaves them to a job: a single statement would keep the database busy
 * for too long.
 */
export const EMITTED_DELIVERIES_MAX = 5_000;
/** How many events that job handles at a time, and how many deliveries of a webhook get a job at once each time. */
export const FAN_OUT_EVENTS = 16;
export const FAN_OUT_JOBS_MAX = 2;
/** How long it runs before it lets other jobs go first. */
export const FAN_OUT_TURN_MS = 2_000;
/** If nobody has taken a stored event after this time, its job was lost. */
export const LEFT_EVENTS_MS_MAX = 60_000;
/** How often to check deliveries that wait for places. */
export const WAKE_EVERY_MS = 2_000;
/** A webhook counts as stuck if deliveries wait and no slot was freed for this long. */
export const SLOT_WAIT_MS = 250;

/** How often a batch looks for due deliveries: after one ended, and while requests take long. */
export const LOOK_MS_MIN = 10;
export const LOOK_MS_MAX = 200;
/** The largest share of a batch's time that looking may take, however many webhooks have something to send. */
export const LOOKS_SHARE = 1 / 3;
/**
 * A request that takes longer than this keeps a batch from ending; the batch then also handles what becomes due in the
 * meantime.
 */
export const LONG_REQUEST_MS = 500;

/** A webhook without a success for this many days is switched off. */
export const FAILING_DAYS_MAX = 5;
/** After this many hours of failures, the people who manage a webhook are notified. */
export const FAILING_TOLD_AFTER_HOURS = 1;
/** How many webhooks of a workspace get a notice each at one time; if there are more, they share one. */
export const NOTICES_EACH_MAX = 3;
export const NOTICE_NAMES_MAX = 10;
/** How many webhooks one transaction sends notices about. */
export const NOTICE_BATCH_ROWS = 100;
/** How long a due delivery may wait for its job before another is added. */
export const SWEEP_GRACE_MS = 60_000;
export const SWEEP_DELIVERIES_PER_WEBHOOK_MAX = 1_000;
export const RECOVER_DELIVERIES_MAX = 100_000;

/** How many events are held for each webhook that is switched off: the newest. */
export const HELD_EVENTS_MAX = 10_000;
/** The limit on held events is checked once in this many events, on average. */
export const HELD_EVENTS_PER_TRIM = 256;
/** Lists of webhooks count held events up to this number. */
export const HELD_LISTED_MAX = 1_000;
/** How many held events become deliveries in one transaction. */
export const HELD_BATCH_ROWS = 500;
/**
 * How long a request turns held events into deliveries before a job does the rest; also how long that job runs at a
 * time.
 */
export const RECOVER_REQUEST_MS = 3_000;
export const RECOVER_JOB_MS = 20_000;

export const FACTS_KEPT_DAYS = 365;
export const RETENTION_BATCH_ROWS = 500;

/** How many deliveries are claimed, or attempts recorded, in one statement. */
export const STATEMENT_ROWS_MAX = 64;

/** Whatever the plan says: an event is a delivery for each of them, written with the change that it tells of. */
export const WEBHOOKS_PER_WORKSPACE_MAX = 2_000;
export const WEBHOOK_NAME_CHARS_MAX = 100;
export const URL_CHARS_MAX = 2_048;
export const EVENTS_MAX = 100;
export const SECRET_CHARS_MIN = 8;
export const SECRET_CHARS_MAX = 256;
export const SECRET_RANDOM_BYTES = 32;
export const HEADERS_MAX = 20;
export const HEADER_NAME_CHARS_MAX = 100;
export const HEADER_VALUE_CHARS_MAX = 4_096;
/** The deliveries that decide a webhook's health: at most this many of the latest, from this many days. */
export const HEALTH_DELIVERIES = 100;
export const HEALTH_DAYS = 7;
/** Longer payloads are left out of lists; a single delivery shows its whole payload. */
export const LISTED_PAYLOAD_CHARS_MAX = 16_384;
