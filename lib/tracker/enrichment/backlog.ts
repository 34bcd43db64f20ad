import { DUE_AT, isDueAt } from "@/lib/tracker/enrichment/due-sql";

export type TrackerBacklog = { hours: number; oldestAt: Date | null };

/**
 * The tracker's backlog: hours of people's time that are due to be derived, counted up to `$1`, and since when the
 * oldest quarter of an hour has been due.
 */
export const TRACKER_BACKLOG = `
  SELECT (SELECT ceil(count(*) / 4.0)::int FROM (SELECT FROM tracker_dirty_bucket d WHERE ${isDueAt("now()")} LIMIT $1::int * 4) AS counted) AS hours,
    (SELECT ${DUE_AT} FROM tracker_dirty_bucket d WHERE ${isDueAt("now()")} ORDER BY marked_at LIMIT 1) AS "oldestAt"`;
