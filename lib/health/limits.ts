/** A monitor asks often and gives up soon: a database that does not answer in this time counts as unreachable. */
export const DATABASE_ANSWER_MS_MAX = 2_000;
/** The same for the object store and for the built-in identity provider. */
export const PART_ANSWER_MS_MAX = 2_000;
/** An answer serves everybody who asks within this time, so that a flood of callers costs next to nothing. */
export const ANSWER_SHARED_MS = 1_000;
/** A job that is due for longer says that too few are run, or none. Bursts of one workspace pass sooner. */
export const DUE_JOB_AGE_S_MAX = 300;
/** A worker beats every 2 s; on a machine that is far too busy, a beat is late. */
export const HEARTBEAT_AGE_S_MAX = 30;
/** A request that waits for longer than this for a connection to the database says that there are too few. */
export const CONNECTION_WAIT_LONG_MS = 5_000;
/** Counted no further, because counting takes as long as there are rows. */
export const BACKLOG_HOURS_COUNTED_MAX = 10_000;
export const WORKERS_SHOWN_MAX = 20;
/** Bad news is kept for less long: somebody may be waiting for it to pass. */
export const FAILURE_SHARED_MS = 100;
