export const SIGNATURE_AGE_S_MAX = 300;
