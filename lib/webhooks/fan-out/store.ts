import { type Db, db } from "@/lib/platform/database";
import type { NewEvent } from "@/lib/webhooks/store";

/** How many webhooks of each workspace may be notified of an event. */
export async function countSubscribers(tx: Db, workspaceIds: readonly string[]): Promise<number> {
  return tx.webhook.count({ where: { workspaceId: { in: [...workspaceIds] }, deletedAt: null } });
}

/**
 * Stores events until their deliveries are written. Uses arrays: with a list of hundreds, the client would block the
 * thread for 30 ms.
 */
export async function leaveEvents(tx: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_left_event (event_id, workspace_id, event_type, body, created_at)
    SELECT event.*, ${now}::timestamptz FROM unnest(
      ${events.map(({ id }) => id)}::uuid[], ${events.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ body }) => body)}::text[]) AS event`;
}

/** Takes up to `limit` of a workspace's stored events, the oldest that nobody else is working on. */
export async function takeLeftEvents(tx: Db, workspaceId: string, limit: number): Promise<NewEvent[]> {
  return tx.$queryRaw<NewEvent[]>`
    DELETE FROM webhook_left_event WHERE event_id = ANY (ARRAY(
      SELECT event_id FROM webhook_left_event WHERE workspace_id = ${workspaceId}::uuid
      ORDER BY event_id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
    RETURNING event_id::text AS id, workspace_id::text AS "workspaceId", event_type AS type, body`;
}

/** Workspaces with events that were stored before a time. */
export async function listNeglected(before: Date): Promise<string[]> {
  const rows = await db().$queryRaw<{ workspaceId: string }[]>`
    SELECT DISTINCT workspace_id::text AS "workspaceId" FROM webhook_left_event
    WHERE created_at < ${before}::timestamptz`;
  return rows.map(({ workspaceId }) => workspaceId);
}
