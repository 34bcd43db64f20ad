import { Prisma } from "@/lib/platform/database";

/*
 * Whether a device's event is stored, for all statements. Samples are partitioned by their time, so that no index of theirs
 * can tell: tracker_event_key does, and for samples without one, which the version before stored, the unique index of the
 * partition tracker_sample.
 */

/** Whether no sample of a screenshot, the row `e` of tracker_evidence, is stored. */
export const LACKS_SAMPLE = Prisma.sql`(
  NOT EXISTS (SELECT FROM tracker_sample b WHERE b.device_id = e.device_id AND b.event_id = e.event_id)
  -- One look into the index for each: joined to all keys, it could read them all.
  AND (SELECT true FROM tracker_event_key k
    WHERE k.device_number = tracker_device_number(e.device_id) AND k.hash = tracker_event_hash(e.device_id, e.event_id)
  ) IS NULL)`;

/** The times of samples with this event id of a device: one, or none. Both are SQL: values of a statement, or columns. */
export function timesOfEvent(deviceId: Prisma.Sql, eventId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT b.ts FROM tracker_sample b WHERE b.device_id = ${deviceId} AND b.event_id = ${eventId}
    UNION
    SELECT k.ts FROM tracker_event_key k
    WHERE k.device_number = tracker_device_number(${deviceId}) AND k.hash = tracker_event_hash(${deviceId}, ${eventId}))`;
}
