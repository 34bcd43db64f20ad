/** Task keys of one event that are looked at; a push of thousands of commits names no more. */
export const MENTIONS_PER_EVENT_MAX = 1_000;
/** How far a text is searched for task keys. */
export const SEARCHED_CHARS_MAX = 20_000;
export const LINK_TITLE_CHARS_MAX = 500;
