/**
 * An SQL condition for a job that failed for good: no worker is running it, and it is not available (by the engine's
 * definition, a job is available only while it has attempts left).
 */
export const IS_GIVEN_UP = "NOT is_available AND locked_at IS NULL";
