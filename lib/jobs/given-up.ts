/**
 * An SQL condition for a job that is not run again: no worker is running it, and it is not available (by the engine's
 * definition, a job is available only while it has attempts left).
 */
export const HAS_ENDED = "NOT is_available AND locked_at IS NULL";

/** One for a job that failed for good; not for one that ended because a newer job does its work (`mark_superseded`). */
export const IS_GIVEN_UP = `${HAS_ENDED} AND flags->'superseded' IS NULL`;
