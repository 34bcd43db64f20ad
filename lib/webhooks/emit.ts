import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/lib/platform/database";
import type { EventData, EventType } from "@/lib/webhooks/catalog";
import { dropOldest } from "@/lib/webhooks/held/store";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { isTimeToTrim } from "@/lib/webhooks/rules";
import { insertDeliveries } from "@/lib/webhooks/store";

/** Something that happened in a workspace, with the `data` that the catalog describes for its type. */
export type WebhookEvent = {
  [Type in EventType]: { workspaceId: string; type: Type; data: EventData<Type> };
}[EventType];

/** An event with its id, serialised once: what is stored is what is signed and sent. */
export function serialise({ workspaceId, type, data }: WebhookEvent, now: Date) {
  const id = uuidv7();
  const body = JSON.stringify({ id, type, created_at: now.toISOString(), workspace_id: workspaceId, data });
  return { id, workspaceId, type, body };
}

/**
 * Tells subscribers of many events, in the transaction that brings them about: one statement writes a delivery and its
 * job for each active webhook that subscribes, and keeps the event for each that is switched off (requirements, "States
 * and transitions"; contract section 5, "Emit is transactional"). It waits for no other transaction that emits.
 */
export async function emitAll(tx: Db, events: readonly WebhookEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => serialise(event, now));
  const held = await insertDeliveries(tx, rows, enqueueDeliveriesSql(), now);
  if (!isTimeToTrim(held, Math.random())) return;
  await dropOldest(tx, [...new Set(events.map(({ workspaceId }) => workspaceId))], now);
}

/** Tells subscribers of one event; as `emitAll` does. */
export async function emit(tx: Db, event: WebhookEvent, now: Date): Promise<void> {
  await emitAll(tx, [event], now);
}
