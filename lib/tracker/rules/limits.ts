/** The most rules of a workspace or a person, and the most title patterns among them. */
export const RULES_MAX = 2_000;
export const TITLE_RULES_MAX = 50;
/** The most patterns of a file of ActivityWatch that are tried; some may come to nothing. */
export const PATTERNS_TRIED_MAX = 2 * TITLE_RULES_MAX;
/** The most levels of one of its categories. */
export const CATEGORY_LEVELS_MAX = 50;
export const RULE_CHARS_MAX = 200;
/** Enough for a body with the most rules, each as long as allowed. */
export const RULES_BYTES_MAX = 2_097_152;
/** The most conflicts between rules that a preview lists. */
export const CONFLICTS_SHOWN_MAX = 100;
/** How many days a preview covers, and how many quarters of an hour it reads at a time. */
export const PREVIEW_DAYS = 7;
export const PREVIEW_BUCKETS_PER_ROUND = 48;
/** The most samples a preview reads; it leaves out older ones. */
export const PREVIEW_SAMPLES_MAX = 40_000;
/** Samples per round of a replay, whose quarters of an hour are derived again. */
export const REDERIVE_SAMPLES_PER_ROUND = 1_500;
/** How long a replay pauses after a round, as a multiple of the processor time that the round took. */
export const REDERIVE_REST_PER_ROUND = 0.25;
/** How long a run lasts before it lets waiting jobs go first. */
export const REDERIVE_TURN_MS = 2_000;
/** How long a replay waits before it begins, so that rounds that use the old rules have ended. */
export const REDERIVE_DELAY_MS = 1_000;
