export const AUTOMATIONS_MAX = 100;
export const AUTOMATION_NAME_CHARS_MAX = 120;
export const ACTIONS_MAX = 20;
export const TRIGGER_ATTRIBUTES_MAX = 50;
export const TRIGGER_CONDITIONS_MAX = 20;
export const NOTIFIED_MEMBERS_MAX = 50;
/** A run caused by a run is at most so deep (contract section 5). */
export const RUN_DEPTH_MAX = 5;
/** Depth alone lets a few automations that create several records each start millions of runs. */
export const RUNS_PER_CHAIN_MAX = 500;
/** After so many failures in a row an automation is switched off. */
export const FAILURES_IN_A_ROW_MAX = 20;
/** A run that is not finished by then has lost its job, or waits in a long line. */
export const RUN_REQUEUE_AFTER_MINUTES = 5;
export const RUN_GIVE_UP_AFTER_HOURS = 24;
export const RUN_SWEEP_ROWS = 1_000;
export const RUNS_KEPT_DAYS = 90;
/** Runs written by one statement. */
export const RUNS_PER_STATEMENT_MAX = 1_000;
export const RUN_ERROR_CHARS_MAX = 1_000;
/** An automation's health is that of its runs of so many days, at most of so many runs. */
export const HEALTH_DAYS = 7;
export const HEALTH_RUNS_MAX = 1_000;
