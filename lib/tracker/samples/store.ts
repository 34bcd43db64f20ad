import type { Db } from "@/lib/platform/database";

/*
 * Contexts are shared, so transactions that store samples referring to one, delete samples or change what they refer to
 * lock the devices first, and only then look which contexts are left. So no context is deleted that an upload in
 * progress has just found.
 */

/**
 * Waits for uploads in progress from developers' devices, and lets no other begin until the transaction ends. Lock rows
 * of samples only after this.
 */
export async function lockDevicesOf(tx: Db, developerIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM tracker_device WHERE developer_id = ANY(${[...developerIds]}::uuid[]) ORDER BY id FOR UPDATE`;
}

/** A UTC day of a developer, as YYYY-MM-DD. */
export type DayOf = { developerId: string; day: string };

/**
 * Deletes the contexts of some days that no sample refers to any more. The caller has locked the devices and deleted
 * the samples.
 */
export async function deleteUnusedContexts(tx: Db, days: readonly DayOf[]): Promise<void> {
  if (days.length === 0) return;
  await tx.$executeRaw`
    WITH days AS MATERIALIZED (
      SELECT DISTINCT developer_id, day
      FROM unnest(${days.map(({ developerId }) => developerId)}::uuid[], ${days.map(({ day }) => day)}::date[])
        AS x(developer_id, day)
    ), used AS MATERIALIZED (
      SELECT DISTINCT x.developer_id, x.day, s.device_id, s.context_hash
      FROM days x JOIN tracker_event_sample s ON s.developer_id = x.developer_id
        AND s.ts >= x.day::timestamp AT TIME ZONE 'UTC' AND s.ts < (x.day + 1)::timestamp AT TIME ZONE 'UTC'
    )
    DELETE FROM tracker_context c USING days x
    WHERE c.developer_id = x.developer_id AND c.day = x.day AND NOT EXISTS (
      SELECT FROM used u
      WHERE u.developer_id = c.developer_id AND u.day = c.day AND u.device_id = c.device_id
        AND u.context_hash = c.hash)`;
}
