export const TEAMS_PER_WORKSPACE_MAX = 1_000;
export const TEAM_NAME_CHARS_MAX = 100;
export const TEAM_SLUG_TRIES_MAX = 5;
export const TEAM_SOURCES_MAX = 200;
/** How far back a commit makes its author a member of a synced team. */
export const SYNC_WINDOW_DAYS = 90;
/** How long commits gather before the teams that follow them are synced. */
export const FOLLOW_DELAY_MS = 5_000;
/** A following team is synced at least this often, because members also leave by not committing any more. */
export const FOLLOW_AGAIN_AFTER_DAYS = 1;
export const FOLLOW_SWEEP_MAX = 1000;
