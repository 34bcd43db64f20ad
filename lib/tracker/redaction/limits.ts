/** Raise it whenever the service's own rules remove more, so that stored samples are redacted again. */
export const REDACTION_VERSION = 2;
/** Rules of a workspace, and of a person. */
export const REDACTION_RULES_MAX = 100;
/** A shorter text would be found everywhere. */
export const REDACTED_TEXT_CHARS_MIN = 3;
export const REDACTION_RULE_CHARS_MAX = 100;
export const REDACT_BATCH_ROWS = 500;
/**
 * How long after a change samples may still be stored by the old rules: by requests and processes that had begun
 * before.
 */
export const REDACT_AGAIN_MINUTES = 60;
/** Opened and compiled rules that a process keeps. */
export const COMPILED_RULES_KEPT_MAX = 1_000;
