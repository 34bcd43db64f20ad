import { db, Prisma } from "@/lib/platform/database";
import { mayCover } from "@/lib/tracker/enrichment/covered-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Bucket } from "@/lib/tracker/enrichment/marks-store";

/** A bucket, and the one whose samples speak for it. */
export type HeldBucket = Bucket & { by: number };

/**
 * Marks buckets to be derived again where they hold samples. Others stay as they are: their samples may be deleted by now,
 * and their sums must stay. The job that derives the bucket which speaks for one finds it then, whoever's samples are in
 * it: no other is on its way.
 */
export async function markHeld(buckets: readonly HeldBucket[], now: Date): Promise<void> {
  if (buckets.length === 0) return;
  const covers = mayCover(
    "s",
    Prisma.sql`x.bucket`,
    Prisma.sql`x.bucket + make_interval(secs => ${BUCKET_S}::int)`,
  );
  await db().$executeRaw`
    INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
    SELECT x.developer_id, x.bucket,
      -- Of a project that is gone any id will do for a turn.
      coalesce(d.workspace_id, p.workspace_id, held.project_id), ${now}::timestamptz
    FROM (
      SELECT developer_id, to_timestamp(epoch) AS bucket, to_timestamp(by_epoch) AS by
      FROM unnest(
        ${buckets.map(({ developerId }) => developerId)}::uuid[], ${buckets.map(({ bucket }) => bucket)}::float8[],
        ${buckets.map(({ by }) => by)}::float8[]
      ) AS u(developer_id, epoch, by_epoch)
    ) x
    CROSS JOIN LATERAL (
      SELECT s.project_id FROM tracker_event_sample s
      WHERE s.developer_id = x.developer_id AND ${covers} LIMIT 1
    ) held
    LEFT JOIN tracker_dirty_bucket d ON d.developer_id = x.developer_id AND d.bucket = x.by
    LEFT JOIN project p ON p.id = held.project_id
    ORDER BY 1, 2
    ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1`;
}
