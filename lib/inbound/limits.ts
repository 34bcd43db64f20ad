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
/** Jobs that one process handles deliveries in: many that come at once leave places to other jobs. */
export const PROCESS_PLACES_MAX = 2;
/** Jobs that wait to look for what is due: several, so that not everyone who adds one looks at the same. */
export const WAITING_JOBS_MAX = 4;
/** Deliveries that a job takes at a time; their bodies are read along with them up to a length. */
export const CLAIMED_AT_ONCE = 20;
export const CLAIMED_BODY_BYTES_MAX = 262_144;
/** For so long they are its own. Work that takes longer is done once all the same. */
export const CLAIM_MS = 60_000;
/** How long a job goes on before it lets others go first. */
export const TURN_MS = 5_000;
/** The first wait after a failure, and how much longer each of the next ones is: six hours at last. */
export const RETRY_MS_FIRST = 2_700;
export const RETRY_FACTOR = 2.7;

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
