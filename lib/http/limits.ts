/** Bodies beyond this are hashed and parsed off the main thread. */
export const LARGE_BODY_BYTES_MIN = 1_048_576;
/** Problems that an answer lists, the first ones. */
export const ISSUES_SHOWN_MAX = 200;
/** Bodies that wait for the thread that parses them, the one at work included. */
export const LARGE_BODIES_WAITING_MAX = 8;
/** The thread's memory limit for one body: 25 MiB of JSON become some 600 MB of small objects at worst. */
export const LARGE_BODY_HEAP_MB_MAX = 1_024;
