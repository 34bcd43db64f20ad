export const REQUEST_URL_CHARS_MAX = 2_000;
export const REQUEST_HEADERS_MAX = 20;
export const REQUEST_HEADER_NAME_CHARS_MAX = 100;
export const REQUEST_HEADER_VALUE_CHARS_MAX = 2_000;
export const REQUEST_BODY_CHARS_MAX = 65_536;
/** Of an answer, this much is kept in the log. */
export const ANSWER_CHARS_KEPT = 2_000;
/** Concurrent requests of one workspace per process, so that its slow servers can't take all places. */
export const REQUESTS_AT_ONCE_MAX = 4;
/** Who finds all places taken comes back after this long, or up to twice as long, so that not all come at once. */
export const REQUEST_PLACE_WAIT_MS = 5_000;
