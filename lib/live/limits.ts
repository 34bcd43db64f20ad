/** Streams of one process, of one address and of one person: whoever opens more is asked to poll. */
export const STREAMS_MAX = 2_000;
export const STREAMS_PER_ADDRESS_MAX = 600;
export const STREAMS_PER_PERSON_MAX = 12;
/** After that a refused page may try again. */
export const STREAM_RETRY_S = 60;
/** How long changes are collected before they are sent: a thousand changes to one thing become one. */
export const GATHERED_MS = 100;
/** How often a listener's sign-in and permissions are checked again. */
export const JUDGED_EVERY_MS = 2_000;
/** Comments that keep proxies from closing an idle stream. */
export const HEARTBEAT_MS = 15_000;
/** A stream ends after this time, so that it is opened again with the current bearer token. */
export const STREAM_MS_MAX = 900_000;
/** Chunks waiting for a reader; a slower reader is disconnected. */
export const WAITING_CHUNKS_MAX = 64;
/** Somebody who has not reported for this long counts as gone: pages report every 20 s, so that is two misses. */
export const PRESENT_MS = 45_000;
/** People who are named of one thing. */
export const PEOPLE_HERE_MAX = 50;
