export const HEARTBEATS_PER_UPLOAD_MAX = 100;
export const HEARTBEAT_TEXT_CHARS_MAX = 4_096;
/** How often, at most, the use of a key is recorded. */
export const EDITOR_KEY_USE_NOTED_AFTER_S = 60;
/** The longest range of days in one summary. */
export const SUMMARY_DAYS_MAX = 366;
