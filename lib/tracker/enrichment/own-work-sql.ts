import { Prisma } from "@/lib/platform/database";
import { BUCKET_S, OWN_WORK_S } from "@/lib/tracker/enrichment/limits";

/**
 * A part of a WITH clause, `marked`: marks to be derived again what people recorded close to work of theirs, because it
 * speaks for that time and mostly comes after it. Time without a sample stays as it is: its samples may be gone, and its
 * sums must not go with them. The marks' job is added by the sweep.
 * @param work the name of an earlier part of the clause, with rows of `developer_id` (may be null), and of `at`
 */
export function markedAround(work: "added" | "stored_at", now: Date): Prisma.Sql {
  const quarter = Prisma.sql`to_timestamp(q.number * ${BUCKET_S}::int)`;
  return Prisma.sql`marked AS (
    INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
    SELECT DISTINCT work.developer_id, ${quarter}, work.developer_id, ${now}::timestamptz
    FROM ${Prisma.raw(work)} work
    CROSS JOIN LATERAL generate_series(
      floor((extract(epoch FROM work.at) - ${OWN_WORK_S}::int) / ${BUCKET_S}::int)::int,
      floor((extract(epoch FROM work.at) + ${OWN_WORK_S}::int) / ${BUCKET_S}::int)::int) AS q(number)
    WHERE EXISTS (
      SELECT FROM tracker_sample s WHERE s.developer_id = work.developer_id
        AND s.ts > ${quarter} AND s.ts <= ${quarter} + ${BUCKET_S}::int * interval '1 s')
    ORDER BY 1, 2
    ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1)`;
}
