/** Samples that an export reads at a time. */
export const EXPORT_PAGE_ROWS = 1_000;
/** Samples that one statement of an erasure deletes at most. */
export const ERASE_BATCH_ROWS = 1_000;
/** How long the request itself erases; the job does the rest. */
export const ERASE_IN_REQUEST_MS = 2_000;
/** When an erasure is repeated: uploads and derivations that had begun before it are finished by then. */
export const ERASE_AGAIN_MINUTES = 2;
/** The most separate erased ranges kept for a person. */
export const ERASED_RANGES_MAX = 500;
/** A summary counts this many samples at most, and says if there are more. */
export const COUNTED_SAMPLES_MAX = 100_000;
