import { db } from "@/lib/platform/database";

/**
 * Erases bodies and responses of up to `limit` deliveries older than `before`. One that is still pending then counts as
 * expired.
 * @returns how many there were
 */
export async function eraseBodies(before: Date, limit: number, now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ erased: number }[]>`
    WITH old AS (
      UPDATE webhook_delivery SET body = NULL, is_erased = true, next_retry_at = NULL,
        failure_reason = CASE WHEN status = 'pending' THEN 'expired' ELSE failure_reason END,
        finished_at = CASE WHEN status = 'pending' THEN ${now}::timestamptz ELSE finished_at END,
        status = CASE WHEN status = 'pending' THEN 'failed' ELSE status END
      WHERE id = ANY (ARRAY(
        SELECT id FROM webhook_delivery WHERE NOT is_erased AND created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ))
      RETURNING id
    ), responses AS (
      UPDATE webhook_attempt a SET response_headers = NULL, response_body = NULL FROM old WHERE a.delivery_id = old.id
    )
    SELECT count(*)::int AS erased FROM old`;
  return row?.erased ?? 0;
}

/** Deletes up to `limit` erased deliveries from before `before`. @returns how many there were */
export async function deleteErased(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM webhook_delivery WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_delivery WHERE is_erased AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit}
    ))`;
}

/** Deletes up to `limit` deliveries of deleted webhooks. @returns how many there were */
export async function deleteOrphaned(limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM webhook_delivery WHERE id = ANY (ARRAY(
      SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id
      WHERE w.deleted_at IS NOT NULL LIMIT ${limit}
    ))`;
}

/** Deletes deleted webhooks of which nothing is left. */
export async function deleteEmptied(): Promise<void> {
  await db().webhook.deleteMany({
    where: { deletedAt: { not: null }, deliveries: { none: {} }, heldEvents: { none: {} } },
  });
}
