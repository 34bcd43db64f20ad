/** Corrections that are kept of a person. */
export const CORRECTIONS_MAX = 10_000;
/** How long the request itself derives what a correction touches; the rest is done by the job. */
export const CORRECT_IN_REQUEST_MS = 1_500;
/** Quarters of an hour of a correction, the newest, whose samples say what rule it could be. */
export const RULE_BUCKETS_READ_MAX = 96;
/** How many of its samples must have in common what the rule names. */
export const RULE_SHARE_MIN = 0.8;
