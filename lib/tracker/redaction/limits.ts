/** Raise this whenever the built-in rules remove more, so that stored samples are redacted again. */
export const REDACTION_VERSION = 17;
/** The most rules of a workspace or a person. */
export const REDACTION_RULES_MAX = 100;
/** A shorter text would occur everywhere. */
export const REDACTED_TEXT_CHARS_MIN = 3;
export const REDACTION_RULE_CHARS_MAX = 100;
export const REDACT_BATCH_ROWS = 500;
/**
 * How long after a change samples may still be stored by the old rules, by requests and processes that began before it.
 */
export const REDACT_AGAIN_MINUTES = 60;
/** Decrypted and compiled rule sets that a process caches. */
export const COMPILED_RULES_KEPT_MAX = 1_000;
