export const HEARTBEATS_PER_UPLOAD_MAX = 100;
export const HEARTBEAT_TEXT_CHARS_MAX = 4_096;
/** How often the use of a key is noted. */
export const EDITOR_KEY_USE_NOTED_AFTER_S = 60;
/** The longest range of days that is summed up at once. */
export const SUMMARY_DAYS_MAX = 366;
