export const AUTOMATIONS_MAX = 100;
export const AUTOMATION_NAME_CHARS_MAX = 120;
export const ACTIONS_MAX = 20;
export const TRIGGER_ATTRIBUTES_MAX = 50;
export const TRIGGER_CONDITIONS_MAX = 20;
export const NOTIFIED_MEMBERS_MAX = 50;
/** The maximum depth of runs triggered by runs (contract section 5). */
export const RUN_DEPTH_MAX = 5;
/** Depth alone lets a few automations that create several records each start millions of runs. */
export const RUNS_PER_CHAIN_MAX = 500;
/** After so many failures in a row an automation is switched off. */
export const FAILURES_IN_A_ROW_MAX = 20;
/** How long a workspace's runs hold a place before other jobs get it. */
export const RUN_TURN_MS = 500;
/** The same for requests of runs, which wait more than they work. */
export const RUN_REQUEST_TURN_MS = 5_000;
/** For how long a run is taken up: longer than doing it takes, and than sending a request. */
export const RUN_HELD_MS = 10_000;
export const RUN_REQUEST_HELD_MS = 30_000;
/** A run that failed through no fault of its author waits as long as it is old, between these bounds. */
export const RUN_RETRY_MS_MIN = 15_000;
export const RUN_RETRY_MS_MAX = 3_600_000;
/** A run that could be done and is not by then may have lost its job, or waits in a long line. */
export const RUN_REQUEUE_AFTER_MS = 30_000;
/** Most runs that one request has tried again. */
export const RUNS_RETRIED_MAX = 10_000;
export const RUN_GIVE_UP_AFTER_HOURS = 24;
export const RUN_SWEEP_ROWS = 1_000;
export const RUNS_KEPT_DAYS = 90;
/** Runs written by one statement. */
export const RUNS_PER_STATEMENT_MAX = 1_000;
/** Runs skipped by one statement because their records' import was undone. */
export const RUNS_SKIPPED_AT_ONCE = 1_000;
export const RUN_ERROR_CHARS_MAX = 1_000;
/** An automation's health is that of its runs of so many days, at most of so many runs. */
export const HEALTH_DAYS = 7;
export const HEALTH_RUNS_MAX = 1_000;
