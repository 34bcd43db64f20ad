import { Prisma } from "@/lib/platform/database";
import { BUCKET_S, OPEN_DERIVED_EVERY_S } from "@/lib/tracker/enrichment/limits";

/*
 * When a bucket of `tracker_dirty_bucket d` is due for the job: at once if its quarter of an hour was over when it was
 * marked; otherwise when that ends, or after a maximum delay.
 */

const ENDS_AT = `d.bucket + ${BUCKET_S} * interval '1 s'`;
const AT_LAST = `d.marked_at + ${OPEN_DERIVED_EVERY_S} * interval '1 s'`;

/** Since when a bucket is due, or when it will be. */
export const DUE_AT = `greatest(d.marked_at, least(${ENDS_AT}, ${AT_LAST}))`;

/**
 * The `marked_at` that makes a bucket due at once though its quarter of an hour is still running, because something
 * must be erased. If the bucket is marked already, the earlier time wins.
 */
export function markedDueAt(bucket: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${bucket} + ${BUCKET_S}::int * interval '1 s' > ${now}::timestamptz
    THEN ${now}::timestamptz - ${OPEN_DERIVED_EVERY_S}::int * interval '1 s' ELSE ${now}::timestamptz END`;
}

/** SQL that says whether a bucket is due at the instant given by an expression. */
export function isDueAt(now: string): string {
  return `(${ENDS_AT} <= ${now} OR ${AT_LAST} <= ${now})`;
}
