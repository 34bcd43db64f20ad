import { Prisma } from "@/lib/platform/database";
import { BUCKET_S, OPEN_DERIVED_EVERY_S } from "@/lib/tracker/enrichment/limits";

/*
 * When the job takes a bucket of `tracker_dirty_bucket d`: at once where its quarter of an hour had ended when it was
 * marked, and otherwise when it ends, or at last after a while.
 */

const ENDS_AT = `d.bucket + ${BUCKET_S} * interval '1 s'`;
const AT_LAST = `d.marked_at + ${OPEN_DERIVED_EVERY_S} * interval '1 s'`;

/** Since when a bucket is due, or when it will be. */
export const DUE_AT = `greatest(d.marked_at, least(${ENDS_AT}, ${AT_LAST}))`;

/**
 * The `marked_at` of a bucket, given by the expression of its start, that is due at once although its quarter of an hour
 * runs: because something has to go. A mark that is there already takes the earlier time.
 */
export function markedDueAt(bucket: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${bucket} + ${BUCKET_S}::int * interval '1 s' > ${now}::timestamptz
    THEN ${now}::timestamptz - ${OPEN_DERIVED_EVERY_S}::int * interval '1 s' ELSE ${now}::timestamptz END`;
}

/** Whether it is, at the expression of an instant. */
export function isDueAt(now: string): string {
  return `(${ENDS_AT} <= ${now} OR ${AT_LAST} <= ${now})`;
}
