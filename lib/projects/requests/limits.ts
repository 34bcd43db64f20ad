export const REQUEST_TITLE_CHARS_MAX = 120;
export const REQUEST_DESCRIPTION_CHARS_MAX = 10_000;
export const COMMENT_CHARS_MAX = 5_000;
export const REQUEST_SEARCH_CHARS_MAX = 255;
export const SIMILAR_REQUESTS_MAX = 5;
/** A request is trending by the votes of this many days. */
export const TRENDING_DAYS = 14;
/** An account is new for this many days. */
export const NEW_ACCOUNT_DAYS = 7;
/** What holds more links than this waits for staff, whoever wrote it. */
export const LINKS_MAX = 3;
export const ROADMAP_COLUMN_REQUESTS_MAX = 20;
export const CATEGORIES_MAX = 20;
export const CATEGORY_CHARS_MAX = 40;
export const FEED_ENTRIES_MAX = 50;
export const HISTORY_CHANGES_MAX = 200;
/** How long a new status or a reply must last before people are notified. */
export const NEWS_TOLD_AFTER_MS = 60_000;
/** How many people one transaction notifies of what is new about a request. */
export const FOLLOWERS_TOLD_AT_ONCE_MAX = 200;
