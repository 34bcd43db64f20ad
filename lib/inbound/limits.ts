export const CODE_HOST_BODY_BYTES_MAX = 26_214_400;
export const BODY_BYTES_MAX = 1_048_576;

/** What is kept at most of a body that anyone may have sent. */
export const UNVERIFIED_BODY_BYTES_MAX = 65_536;

/** Longer delivery ids, and those with other characters than visible ASCII, are known by their hash. */
export const DELIVERY_ID_CHARS_MAX = 128;
export const EVENT_CHARS_MAX = 100;
export const SUBJECT_CHARS_MAX = 255;
export const HEADER_CHARS_MAX = 500;

/** How much of a body the log shows. */
export const BODY_SHOWN_BYTES_MAX = 262_144;

export const PROCESS_ATTEMPTS_MAX = 10;
/** Deliveries that one process handles at a time: many that come at once leave places to other jobs. */
export const PROCESS_PLACES_MAX = 2;
/** Longer than the engine waits between two attempts: what was not touched for so long has lost its job. */
export const STUCK_HOURS = 12;
export const STUCK_SWEEP_MAX = 500;

/** How long it is known what came, and so for how long a replayed delivery is known as one. */
export const FACTS_KEPT_DAYS = 365;
export const ERASE_BATCH_ROWS = 500;

/** The window in which a workspace's overview counts deliveries and failures. */
export const COUNTED_HOURS = 24;

/** How far back the overview looks for the last delivery. */
export const OVERVIEW_DAYS = 7;

/** A stored body is read in parts of so many bytes. */
export const BODY_PART_BYTES = 4_194_304;

/** What is read of a large body is stored beside it up to this length; its job reads a body with more of it again. */
export const GIST_CHARS_MAX = 4_194_304;
