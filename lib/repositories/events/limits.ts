/**
 * For how long after a sync an adopter is believed to still have access to a private repository. Syncs run hourly, so
 * this forgives two that failed; whoever lost access at the code host learns no more than these hours.
 */
export const PRIVATE_ACCESS_HOURS = 3;
