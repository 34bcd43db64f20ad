/** A rendered text that would be longer is cut off by an error, so that a value named often can't fill the memory. */
export const RENDERED_CHARS_MAX = 100_000;
export const TEMPLATE_NESTING_MAX = 10;
