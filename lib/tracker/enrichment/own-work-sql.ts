import { Prisma } from "@/lib/platform/database";
import { BUCKET_S, OWN_WORK_S } from "@/lib/tracker/enrichment/limits";

/**
 * A part of a WITH clause, `marked`: marks the time around people's own work to be derived again, because the work is
 * evidence for that time but mostly arrives after it. Time without samples is left alone: its samples may have been
 * deleted while its sums stay. The sweep adds the job.
 * @param work an earlier part of the clause, with rows of `developer_id` (may be null) and `at`
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
