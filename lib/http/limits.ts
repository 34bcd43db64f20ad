/** Bodies beyond this are hashed and parsed off the main thread. */
export const LARGE_BODY_BYTES_MIN = 1_048_576;
/**
 * JSON of a request beyond this is parsed off the main thread, which then gets the whole value: of a smaller one, getting
 * it takes as long as parsing.
 */
export const LARGE_JSON_BYTES_MIN = 4_194_304;
/** What is looked through of a large body before others get a turn. */
export const BODY_SLICE_BYTES = 1_048_576;
/** Large bodies that a process reads at a time, which may take 32 MiB each, and those of one address. */
export const LARGE_BODIES_ARRIVING_MAX = 12;
export const LARGE_BODIES_ARRIVING_PER_ADDRESS_MAX = 4;
/** How long a large body, or one that is worked on, may keep others waiting; then it goes on beside them. */
export const LARGE_BODY_PLACE_MS_MAX = 10_000;
/**
 * Bodies of this size or more that a process works on at a time, and those of one address: parsed, a megabyte may take 13,
 * and the database has fewer connections anyway.
 */
export const BODY_IN_HAND_BYTES_MIN = 8_192;
export const BODIES_IN_HAND_MAX = 48;
export const BODIES_IN_HAND_PER_ADDRESS_MAX = 16;
/** Packed bodies that a process unpacks at a time, one for each of Node's threads, and those of one address. */
export const BODIES_UNPACKED_AT_ONCE = 4;
export const BODIES_UNPACKED_PER_ADDRESS_MAX = 2;
/** What a process holds of bodies that have not arrived whole or wait to be worked on, and of those of one address. */
export const ARRIVING_BYTES_MAX = 536_870_912;
export const ARRIVING_BYTES_PER_ADDRESS_MAX = 201_326_592;
/** Problems that an answer lists, the first ones. */
export const ISSUES_SHOWN_MAX = 200;
/** Bodies that wait for the thread that parses them, the one at work included. */
export const LARGE_BODIES_WAITING_MAX = 8;
/** The thread's memory limit for one body: 25 MiB of JSON become some 600 MB of small objects at worst. */
export const LARGE_BODY_HEAP_MB_MAX = 1_024;
/** A public page's logo, as PNG, JPEG or WebP; it is shown 40 pixels high. */
export const LOGO_BYTES_MAX = 64 * 1024;
/** When it is worth asking again for what the object store failed at. */
export const STORE_RETRY_AFTER_S = 60;
/** The same where the database is away: it is mostly starting again. */
export const DATABASE_RETRY_AFTER_S = 5;
