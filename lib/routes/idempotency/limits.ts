export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
/** How long a repeat gets the first answer. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** A minute longer than any request may take: then whoever worked under the key is gone. */
export const IDEMPOTENCY_CLAIM_MS = 120_000;
/** A longer answer is not kept; a repeat is told what was made. */
export const KEPT_ANSWER_CHARS_MAX = 262_144;
export const IDEMPOTENCY_KEYS_ERASED_PER_BATCH = 1_000;
