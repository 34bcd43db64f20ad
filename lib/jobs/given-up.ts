/**
 * What holds of a row of the engine's jobs that failed for good, as an SQL condition: none runs it, and it is not
 * available, which by the engine's own definition it is only as long as attempts are left.
 */
export const IS_GIVEN_UP = "NOT is_available AND locked_at IS NULL";
