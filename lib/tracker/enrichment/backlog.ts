export type TrackerBacklog = { hours: number; oldestAt: Date | null };

/** How many hours of the tracker wait to be derived, counted up to `$1`, and since when the oldest does. */
export const TRACKER_BACKLOG = `
  SELECT (SELECT count(*)::int FROM (SELECT FROM tracker_dirty_hour LIMIT $1) AS counted) AS hours,
    (SELECT marked_at FROM tracker_dirty_hour ORDER BY marked_at LIMIT 1) AS "oldestAt"`;
