export const SLUG_CHARS_MAX = 63;
