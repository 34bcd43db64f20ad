/** Four stretches a day, on seven days. */
export const WORKING_STRETCHES_MAX = 28;
