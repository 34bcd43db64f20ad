export const SIGNATURE_AGE_S_MAX = 300;
/** Items of a subscription; the provider allows twenty. */
export const SUBSCRIPTION_ITEMS_MAX = 100;
