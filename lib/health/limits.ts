/** Monitors ask often and give up soon: a database that does not answer within this time counts as unreachable. */
export const DATABASE_ANSWER_MS_MAX = 2_000;
/** The same for the object store and for the built-in identity provider. */
export const PART_ANSWER_MS_MAX = 2_000;
/** One answer serves all requests within this time, so that a flood of them costs next to nothing. */
export const ANSWER_SHARED_MS = 1_000;
/** If a job has been due for longer, too few are run, or none. Bursts of one workspace pass sooner. */
export const DUE_JOB_AGE_S_MAX = 300;
/** A worker's heartbeat comes every 2 s; on an overloaded machine it may be late. */
export const HEARTBEAT_AGE_S_MAX = 30;
/** If a request waits longer than this for a database connection, there are too few. */
export const CONNECTION_WAIT_LONG_MS = 5_000;
/** For so long it is told that bodies of requests were given up to keep memory free. */
export const BODIES_GIVEN_UP_TOLD_MS = 120_000;
/** The count stops here, because counting takes as long as there are rows. */
export const BACKLOG_HOURS_COUNTED_MAX = 10_000;
export const WORKERS_SHOWN_MAX = 20;
/** Failures are shared for a shorter time: somebody may be waiting for recovery. */
export const FAILURE_SHARED_MS = 100;
