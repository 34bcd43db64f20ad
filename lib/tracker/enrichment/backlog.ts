export type TrackerBacklog = { hours: number; oldestAt: Date | null };

/**
 * How much of the tracker waits to be derived, in hours of people's time, counted up to `$1`, and since when the oldest
 * quarter of an hour does.
 */
export const TRACKER_BACKLOG = `
  SELECT (SELECT ceil(count(*) / 4.0)::int FROM (SELECT FROM tracker_dirty_bucket LIMIT $1::int * 4) AS counted) AS hours,
    (SELECT marked_at FROM tracker_dirty_bucket ORDER BY marked_at LIMIT 1) AS "oldestAt"`;
