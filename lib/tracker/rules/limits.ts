/** Rules of a workspace, and of a person; and those of them that are patterns of titles. */
export const RULES_MAX = 2_000;
export const TITLE_RULES_MAX = 50;
export const RULE_CHARS_MAX = 200;
/** A body with as many rules, each as long as they may be. */
export const RULES_BYTES_MAX = 2_097_152;
/** What is put on one page of rules' effects. */
export const CONFLICTS_SHOWN_MAX = 100;
/** How far back a preview looks, and at how many quarters of an hour at a time. */
export const PREVIEW_DAYS = 7;
export const PREVIEW_BUCKETS_PER_ROUND = 48;
/** Samples that a preview looks at; beyond it leaves out the oldest. */
export const PREVIEW_SAMPLES_MAX = 40_000;
/** Samples from whose quarters of an hour one round of deriving again is made. */
export const REDERIVE_SAMPLES_PER_ROUND = 1_500;
/** How long deriving again rests after a round, in times of the processor time that the round took. */
export const REDERIVE_REST_PER_ROUND = 0.25;
/** A run ends once it has lasted so long, and goes on behind the jobs that wait. */
export const REDERIVE_TURN_MS = 2_000;
/** How long it waits before it begins, so that rounds by the rules of before have ended. */
export const REDERIVE_DELAY_MS = 1_000;
