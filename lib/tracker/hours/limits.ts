/** Four stretches a day, every day of the week. */
export const WORKING_STRETCHES_MAX = 28;
