/** Raise this whenever the built-in rules remove more, so that stored samples are redacted again. */
export const REDACTION_VERSION = 17;
/** The most rules of a workspace or a person. */
export const REDACTION_RULES_MAX = 100;
/** A shorter text would occur everywhere. */
export const REDACTED_TEXT_CHARS_MIN = 3;
export const REDACTION_RULE_CHARS_MAX = 100;
export const REDACT_BATCH_ROWS = 500;
/** How long after an upgrade samples may still be stored by the built-in rules before it, by processes that run on. */
export const VERSION_AGAIN_MINUTES = 60;
/** The same for rules that somebody changed: each request reads them anew, and none takes that long. */
export const RULES_AGAIN_MINUTES = 2;
/** How much later a job looks for what is due then: its clock may be another than that of who said when. */
export const RULES_AGAIN_LATE_S = 10;
/** Decrypted and compiled rule sets that a process caches. */
export const COMPILED_RULES_KEPT_MAX = 1_000;
