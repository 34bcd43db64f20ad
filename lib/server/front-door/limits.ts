/** All header lines of a request together. */
export const HEADER_BYTES_MAX = 16_384;
/** From a connection's first byte, or from its opening where none comes, until the headers are complete. */
const HEADERS_MS_MAX = 20_000;
/** A whole request, its body included: 32 MiB at 1 Mbit/s take 270 s. */
export const REQUEST_MS_MAX = 300_000;
/** How long a body may take before its speed counts, and how fast it must be from then on, on average. */
const BODY_GRACE_MS = 10_000;
export const BODY_BYTES_PER_S_MIN = 500;
/** An answer of which nothing is read for so long is given up. */
export const SILENCE_MS_MAX = 300_000;
/**
 * Answers of which nothing is read just now, of one address and altogether, and what waits of them to be read: each may
 * hold a page of a megabyte besides.
 */
export const UNREAD_PER_ADDRESS_MAX = 32;
export const UNREAD_MAX = 256;
export const UNREAD_BYTES_PER_ADDRESS_MAX = 67_108_864;
export const UNREAD_BYTES_MAX = 268_435_456;
/** Pages that are made at a time for one address: the largest take the process's only thread for a third of a second. */
export const PAGES_PER_ADDRESS_MAX = 2;
/**
 * Requests to the API that are answered at a time for one caller: as many as a browser has connections to a host, and
 * fewer than there are to the database.
 */
export const REQUESTS_PER_CALLER_MAX = 6;
/** How long a page or a request may keep others of its caller waiting, such as one that is read slowly. */
export const PLACE_MS_MAX = 2_000;
/** Longer than the minute between uploads and than proxies keep theirs: they, not we, end what is idle. */
export const KEEP_ALIVE_MS = 65_000;
/** How often slow requests are looked for. */
const CHECK_MS = 1_000;
/** Those that tests shorten, because they look at them. */
export const TIMES = { headersMsMax: HEADERS_MS_MAX, bodyGraceMs: BODY_GRACE_MS, checkMs: CHECK_MS };

/** What a client gets to read a refusal before its connection ends, while it is still sending. */
export const LINGER_MS = 2_000;
export const CONNECTIONS_MAX = 8_000;
/** Per address, without proxies of our own in front; behind proxies all connections come from theirs. */
export const CONNECTIONS_PER_ADDRESS_MAX = 2_000;
/** Requests that one connection sends without waiting for answers. Browsers and proxies send one. */
export const PIPELINED_MAX = 32;
/** What requests under way get to finish once the process is to stop; the launcher waits for 15 s. */
export const STOP_MS_MAX = 10_000;
/** How often refusals are logged. */
export const TELL_MS = 60_000;
