import type { Db } from "@/lib/platform/database";

/*
 * Who stores a sample that refers to a context, deletes samples or has them refer to others locks their devices first, and
 * then looks which contexts are left: so no context goes that an upload under way has just found there.
 */

/**
 * Waits for the uploads under way of developers' devices, and lets no other begin until the transaction ends. Rows of
 * samples are locked after this, never before.
 */
export async function lockDevicesOf(tx: Db, developerIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM tracker_device WHERE developer_id = ANY(${[...developerIds]}::uuid[]) ORDER BY id FOR UPDATE`;
}

/** A day of UTC of a developer, as YYYY-MM-DD. */
export type DayOf = { developerId: string; day: string };

/** Deletes what no sample of some days shows any more. The devices are locked, and the samples are gone. */
export async function deleteUnusedContexts(tx: Db, days: readonly DayOf[]): Promise<void> {
  if (days.length === 0) return;
  await tx.$executeRaw`
    WITH days AS MATERIALIZED (
      SELECT DISTINCT developer_id, day
      FROM unnest(${days.map(({ developerId }) => developerId)}::uuid[], ${days.map(({ day }) => day)}::date[])
        AS x(developer_id, day)
    ), used AS MATERIALIZED (
      SELECT DISTINCT x.developer_id, x.day, s.device_id, s.context_hash
      FROM days x JOIN tracker_sample s ON s.developer_id = x.developer_id
        AND s.ts >= x.day::timestamp AT TIME ZONE 'UTC' AND s.ts < (x.day + 1)::timestamp AT TIME ZONE 'UTC'
    )
    DELETE FROM tracker_context c USING days x
    WHERE c.developer_id = x.developer_id AND c.day = x.day AND NOT EXISTS (
      SELECT FROM used u
      WHERE u.developer_id = c.developer_id AND u.day = c.day AND u.device_id = c.device_id
        AND u.context_hash = c.hash)`;
}
