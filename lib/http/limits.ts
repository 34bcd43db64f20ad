/** Bodies beyond this are hashed and parsed off the main thread. */
export const LARGE_BODY_BYTES_MIN = 1_048_576;
/** Bodies that wait for the thread that parses them, the one at work included. */
export const LARGE_BODIES_WAITING_MAX = 8;
/** What the thread may take for one body: 25 MiB of JSON are at worst some 600 MB of small objects. */
export const LARGE_BODY_HEAP_MB_MAX = 1_024;
