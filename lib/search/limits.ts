/** What one search may be; more is refused rather than cut, because it would find something else. */
export const QUERY_CHARS_MAX = 200;
export const WORDS_MAX = 8;

export const RESULTS_PER_KIND = 5;
export const RESULTS_PER_KIND_MAX = 20;

/** What is ranked of a kind, at most. */
export const CANDIDATES_PER_KIND = 60;
/** The newest rows of a kind that are read one by one, of all its objects or projects together. */
export const NEWEST_ROWS = 2_000;
/** The same where the words have no three letters in a row that the index of parts knows. */
export const NEWEST_ROWS_UNINDEXED = 20_000;
/** How long the index of parts may be looked through before a search is answered without it. */
export const PARTS_MS_MAX = 2_000;
