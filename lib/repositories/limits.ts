export const REPOSITORIES_PER_WORKSPACE_MAX = 500;
/** What code hosts allow: 39 characters of owner, 100 of name. */
export const FULL_NAME_CHARS_MAX = 140;
export const AVAILABLE_SHOWN_MAX = 100;
/** How much of a long list of repositories is looked through: the most recently pushed ones. */
export const AVAILABLE_PAGES_MAX = 5;

export const CODE_HOST_TIMEOUT_MS = 15_000;
/** A page of a hundred pull requests takes some MiB. */
export const CODE_HOST_ANSWER_BYTES_MAX = 33_554_432;
export const CODE_HOST_PAGE_ITEMS = 100;
/** How long to wait where the code host limits and doesn't say until when. */
export const RATE_LIMIT_WAIT_S_DEFAULT = 60;
/** Longer than any code host's window: no header holds a sync back for longer. */
export const RATE_LIMIT_WAIT_S_MAX = 7_200;
/** Requests of the adopter's own hourly limit that statistics leave untouched, because other tools of theirs use it too. */
export const RATE_LIMIT_RESERVE = 1_000;

export const FIRST_SYNC_DAYS = 365;
export const SYNC_INTERVAL_MINUTES = 60;
export const SYNC_SWEEP_MAX = 500;
export const SYNC_ATTEMPTS_MAX = 5;
/**
 * After this a run gives its place to other jobs and comes back. With the last request's time it stays below
 * `REFRESH_BEFORE_EXPIRY_S`, so that a token fresh at its start is fresh to its end.
 */
export const SYNC_RUN_MS_MAX = 20_000;
/** One request each. Older commits of a first sync get their statistics in the syncs that follow. */
export const COMMIT_STATS_PER_SYNC_MAX = 500;
export const COMMIT_STATS_AT_ONCE = 20;

export const COMMIT_MESSAGE_CHARS_MAX = 2_000;
export const AUTHOR_EMAIL_CHARS_MAX = 320;
export const PULL_REQUEST_TITLE_CHARS_MAX = 500;
export const BRANCH_CHARS_MAX = 255;
/** Larger counts don't fit the column and say no more. */
export const CHANGED_LINES_MAX = 2_000_000_000;
/** How many syncs one process runs at a time: they wait for the code host, and leave places to other jobs. */
export const SYNC_PLACES_MAX = 2;
