/* Requirements, "Webhooks" (delivery retry policy); contract section 5. */
export const DELIVERY_ATTEMPTS_MAX = 6;
export const RETRY_FACTOR = 3;
/** By how much a wait may be longer, at random, so that what failed at one time does not come back at one time. */
export const RETRY_JITTER = 0.1;
/** The longest wait, as a multiple of the first. */
export const RETRY_CAP_FACTOR = 60;

export const CONNECT_TIMEOUT_MS = 5_000;
export const REQUEST_TIMEOUT_MS = 15_000;
/** What an attempt may take before another may begin: the request, and writing down its result. */
export const CLAIM_MS = 30_000;
export const RESPONSE_BODY_BYTES_MAX = 16_384;
/** Headers of an answer that are kept, and what their names and values may come to. */
export const RESPONSE_HEADERS_MAX = 50;
export const RESPONSE_HEADERS_BYTES_MAX = 8_192;
/** Idle connections are closed before most servers close theirs. */
export const KEEP_ALIVE_MS = 2_000;
export const DNS_TIMEOUT_MS = 1_500;
export const DNS_TRIES = 2;

/** Requests to one webhook at a time, over all workers: at first, at least and at most. */
export const SLOTS_INITIAL = 8;
export const SLOTS_MIN = 1;
export const SLOTS_MAX = 16;
/** An answer gains its webhook a slot within this time only, and counts against its slots after that. */
export const FAST_ANSWER_MS_MAX = 1_000;
export const SLOW_ANSWER_MS_MIN = 5_000;
/** Of all places, a workspace holds at most this part, and so do slow webhooks together. */
export const PLACES_SHARE = 1 / 4;
/** Of a webhook that answers quickly so many parked deliveries are woken at a time, as a multiple of its slots. */
export const WAKE_SLOTS_FACTOR = 4;
/**
 * Of the deliveries that one change brings a webhook, so many get a job at once and the others wait parked: tens of
 * thousands of jobs would keep the change from ending in time, and stand in the way of everybody else's.
 */
export const EMITTED_JOBS_MAX = 16;
/** A change that makes more deliveries than this leaves them to a job: one statement would have the database for itself. */
export const EMITTED_DELIVERIES_MAX = 5_000;
/** Events whose deliveries that job writes at a time, and how many of a webhook's get a job at once each time. */
export const FAN_OUT_EVENTS = 16;
export const FAN_OUT_JOBS_MAX = 2;
/** How long it goes on before it lets other jobs go first. */
export const FAN_OUT_TURN_MS = 2_000;
/** Left events that nobody took up for so long have lost their job. */
export const LEFT_EVENTS_MS_MAX = 60_000;
/** How often deliveries are looked at that wait for places that others hold. */
export const WAKE_EVERY_MS = 2_000;
/** A webhook counts as stuck when no slot of it was freed for so long while deliveries wait. */
export const SLOT_WAIT_MS = 250;

/** How often a batch looks for what else is due: when something ended, and while requests take their time. */
export const LOOK_MS_MIN = 10;
export const LOOK_MS_MAX = 200;
/** Looks take at most this part of a batch's time, however many webhooks have something to send. */
export const LOOKS_SHARE = 1 / 3;
/** A request under way for so long keeps a batch from ending, which then sees to what comes in meanwhile too. */
export const LONG_REQUEST_MS = 500;

/** A webhook of which nothing succeeded for so long is switched off. */
export const FAILING_DAYS_MAX = 5;
/** Those who manage a webhook are told of it once every attempt of so many hours failed. */
export const FAILING_TOLD_AFTER_HOURS = 1;
/** Webhooks of a workspace that are told of one by one at a time; more of them share one notice. */
export const NOTICES_EACH_MAX = 3;
export const NOTICE_NAMES_MAX = 10;
/** Webhooks that are told of in one transaction. */
export const NOTICE_BATCH_ROWS = 100;
/** How long a due delivery may wait for its job before another is added. */
export const SWEEP_GRACE_MS = 60_000;
export const SWEEP_DELIVERIES_PER_WEBHOOK_MAX = 1_000;
export const RECOVER_DELIVERIES_MAX = 100_000;

/** Events kept for each webhook that is switched off: the newest. */
export const HELD_EVENTS_MAX = 10_000;
/** Held events are counted once in so many, on average. */
export const HELD_EVENTS_PER_TRIM = 256;
/** In lists of webhooks held events are counted up to here. */
export const HELD_LISTED_MAX = 1_000;
/** Held events that become deliveries in one transaction. */
export const HELD_BATCH_ROWS = 500;
/** How long a request turns held events into deliveries before a job does the rest; how long that job does, at a time. */
export const RECOVER_REQUEST_MS = 3_000;
export const RECOVER_JOB_MS = 20_000;

export const FACTS_KEPT_DAYS = 365;
export const RETENTION_BATCH_ROWS = 500;

/** Deliveries that are claimed, or whose attempts are recorded, in one statement. */
export const STATEMENT_ROWS_MAX = 64;

export const WEBHOOK_NAME_CHARS_MAX = 100;
export const URL_CHARS_MAX = 2_048;
export const EVENTS_MAX = 100;
export const SECRET_CHARS_MIN = 8;
export const SECRET_CHARS_MAX = 256;
export const SECRET_RANDOM_BYTES = 32;
export const HEADERS_MAX = 20;
export const HEADER_NAME_CHARS_MAX = 100;
export const HEADER_VALUE_CHARS_MAX = 4_096;
/** Deliveries by which a webhook's health is judged: the latest of so many days, at most. */
export const HEALTH_DELIVERIES = 100;
export const HEALTH_DAYS = 7;
/** Longer payloads are left out of lists; one delivery by itself shows all of its own. */
export const LISTED_PAYLOAD_CHARS_MAX = 16_384;
