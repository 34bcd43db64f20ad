export const NOTIFICATION_TITLE_CHARS_MAX = 200;
export const NOTIFICATION_BODY_CHARS_MAX = 2_000;
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Rows that a sweep deletes in one statement. */
export const NOTIFICATION_SWEEP_ROWS = 1_000;
/** Mails that one process sends at a time: a slow mail server leaves places to other jobs. */
export const MAIL_PLACES_MAX = 2;
/** How long a mail about frequent events waits for more of them. */
export const GROUPED_MAIL_DELAY_MS = 120_000;
/** When something has been mailed and nobody read it, how long until more of the same is mailed again. */
export const MAILED_AGAIN_AFTER_HOURS = 20;
/** The hour of their local time from which people get their digest. */
export const DIGEST_HOUR = 8;
/** What a digest names at most; the others are counted. */
export const DIGEST_ITEMS_MAX = 50;
/** Older ones that nobody read are not brought up again. */
export const DIGEST_DAYS_MAX = 7;
/** People whom one statement of the digest's job looks at. */
export const DIGEST_BATCH_ROWS = 500;
