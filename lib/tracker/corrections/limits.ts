/** Corrections kept per person. */
export const CORRECTIONS_MAX = 10_000;
/** How long the request itself derives what a correction affects; the job does the rest. */
export const CORRECT_IN_REQUEST_MS = 1_500;
/** The newest quarters of an hour of a correction, whose samples are read to make a rule of it. */
export const RULE_BUCKETS_READ_MAX = 96;
/** The share of those samples that must have in common what the rule names. */
export const RULE_SHARE_MIN = 0.8;
