import { type Db, db } from "@/lib/platform/database";
import type { NewEvent } from "@/lib/webhooks/store";

/** How many webhooks workspaces have that may be told of an event. */
export async function countSubscribers(tx: Db, workspaceIds: readonly string[]): Promise<number> {
  return tx.webhook.count({ where: { workspaceId: { in: [...workspaceIds] }, deletedAt: null } });
}

/** Keeps events until their deliveries are written. By arrays: the client takes 30 ms of the thread for a list of hundreds. */
export async function leaveEvents(tx: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_left_event (event_id, workspace_id, event_type, body, created_at)
    SELECT event.*, ${now}::timestamptz FROM unnest(
      ${events.map(({ id }) => id)}::uuid[], ${events.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${events.map(({ type }) => type)}::text[], ${events.map(({ body }) => body)}::text[]) AS event`;
}

/** Takes up to `limit` of a workspace's left events, the oldest ones that nobody else is at. */
export async function takeLeftEvents(tx: Db, workspaceId: string, limit: number): Promise<NewEvent[]> {
  return tx.$queryRaw<NewEvent[]>`
    DELETE FROM webhook_left_event WHERE event_id = ANY (ARRAY(
      SELECT event_id FROM webhook_left_event WHERE workspace_id = ${workspaceId}::uuid
      ORDER BY event_id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
    RETURNING event_id::text AS id, workspace_id::text AS "workspaceId", event_type AS type, body`;
}

/** Workspaces with events that were left before a time. */
export async function listNeglected(before: Date): Promise<string[]> {
  const rows = await db().$queryRaw<{ workspaceId: string }[]>`
    SELECT DISTINCT workspace_id::text AS "workspaceId" FROM webhook_left_event
    WHERE created_at < ${before}::timestamptz`;
  return rows.map(({ workspaceId }) => workspaceId);
}
