export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
/** How long a repeat gets the first response. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** A minute longer than any request may take: by then, the request that claimed the key is gone. */
export const IDEMPOTENCY_CLAIM_MS = 120_000;
/** A longer response is not kept; a repeat only learns what was created. */
export const KEPT_ANSWER_CHARS_MAX = 262_144;
export const IDEMPOTENCY_KEYS_ERASED_PER_BATCH = 1_000;
