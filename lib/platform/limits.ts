export const SLUG_CHARS_MAX = 63;
/** The part of a text that its key contains as it is; for longer texts a hash decides equality, but not order. */
export const KEY_PREFIX_CHARS = 96;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
