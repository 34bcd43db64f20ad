/** Streams of one process, of one address and of one person: whoever opens more is asked to poll. */
export const STREAMS_MAX = 2_000;
export const STREAMS_PER_ADDRESS_MAX = 600;
export const STREAMS_PER_PERSON_MAX = 12;
/** After that a refused page may try again. */
export const STREAM_RETRY_S = 60;
/** How long changes are gathered before they are told: a thousand of one thing are one. */
export const GATHERED_MS = 100;
/** How often whoever listens is asked for again: whether they are signed in, and what they may read. */
export const JUDGED_EVERY_MS = 2_000;
/** Comments that keep proxies from ending a stream on which nothing happens. */
export const HEARTBEAT_MS = 15_000;
/** A stream ends then, so that it is opened again with the bearer of the day. */
export const STREAM_MS_MAX = 900_000;
/** Chunks that wait for a reader; one that lets more gather is cut off. */
export const WAITING_CHUNKS_MAX = 64;
/** Whoever did not say so for so long is not here any more: two misses of what pages say every 20 s. */
export const PRESENT_MS = 45_000;
/** People who are named of one thing. */
export const PEOPLE_HERE_MAX = 50;
