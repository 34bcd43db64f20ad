/** How many days of tracked time are made, up to the day on which it is made. */
export const WEEK_DAYS = 7;
