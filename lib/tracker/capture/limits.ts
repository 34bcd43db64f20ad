/** How long a stop is kept after its end: older samples are not accepted. */
export const STOPS_KEPT_DAYS = 31;
/** How far ahead a pause may end. A pause without an end lasts until somebody ends it. */
export const PAUSE_DAYS_MAX = 366;
