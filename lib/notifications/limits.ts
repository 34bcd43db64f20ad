export const NOTIFICATION_TITLE_CHARS_MAX = 200;
export const NOTIFICATION_BODY_CHARS_MAX = 2_000;
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Rows that a sweep deletes in one statement. */
export const NOTIFICATION_SWEEP_ROWS = 1_000;
/** Mails that one process sends at a time: a slow mail server leaves places to other jobs. */
export const MAIL_PLACES_MAX = 2;
