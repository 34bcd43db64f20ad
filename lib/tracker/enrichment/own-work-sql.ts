import { Prisma } from "@/lib/platform/database";
import { mayCover } from "@/lib/tracker/enrichment/covered-sql";
import { BUCKET_S, OWN_WORK_S } from "@/lib/tracker/enrichment/limits";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/**
 * A part of a WITH clause, `marked`: marks the time around people's own work to be derived again, because the work is
 * evidence for that time but mostly arrives after it: every quarter of an hour that a sample covers to which the work is
 * close. Time without samples is left alone: its samples may have been deleted while its sums stay. The sweep adds the
 * job.
 * @param work an earlier part of the clause, with rows of `developer_id` (may be null) and `at`
 */
export function markedAround(work: "added" | "stored_at", now: Date): Prisma.Sql {
  const start = Prisma.sql`to_timestamp(q.number * ${BUCKET_S}::int)`;
  const end = Prisma.sql`to_timestamp((q.number + 1) * ${BUCKET_S}::int)`;
  // A second more than is close, so that a sample that just touches it is among them.
  const close = Prisma.sql`make_interval(secs => ${OWN_WORK_S + 1}::int)`;
  return Prisma.sql`marked AS (
    INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
    SELECT DISTINCT work.developer_id, ${start}, work.developer_id, ${now}::timestamptz
    FROM ${Prisma.raw(work)} work
    CROSS JOIN LATERAL generate_series(
      floor((extract(epoch FROM work.at) - ${OWN_WORK_S + INTERVAL_S_MAX}::int) / ${BUCKET_S}::int)::int,
      floor((extract(epoch FROM work.at) + ${OWN_WORK_S + INTERVAL_S_MAX}::int) / ${BUCKET_S}::int)::int) AS q(number)
    WHERE EXISTS (
      SELECT FROM tracker_event_sample s WHERE s.developer_id = work.developer_id
        AND ${mayCover("s", start, end)}
        AND ${mayCover("s", Prisma.sql`work.at - ${close}`, Prisma.sql`work.at + ${close}`)})
    ORDER BY 1, 2
    ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1)`;
}
