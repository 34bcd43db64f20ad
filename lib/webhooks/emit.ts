import { v7 as uuidv7 } from "uuid";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import type { EventData, EventType } from "@/lib/webhooks/catalog";
import { fanOut } from "@/lib/webhooks/fan-out/jobs";
import { countSubscribers, leaveEvents } from "@/lib/webhooks/fan-out/store";
import { EMITTED_DELIVERIES_MAX, EMITTED_JOBS_MAX, FAN_OUT_EVENTS } from "@/lib/webhooks/limits";
import type { NewEvent } from "@/lib/webhooks/store";
import { writeDeliveries } from "@/lib/webhooks/write-deliveries";

/** Something that happened in a workspace, with the `data` that the catalog describes for its type. */
export type WebhookEvent = {
  [Type in EventType]: { workspaceId: string; type: Type; data: EventData<Type> };
}[EventType];

/** An event with its id, serialised once: the stored bytes are the ones that are signed and sent. */
export function serialise({ workspaceId, type, data }: WebhookEvent, now: Date) {
  const id = uuidv7();
  const body = JSON.stringify({ id, type, created_at: now.toISOString(), workspace_id: workspaceId, data });
  return { id, workspaceId, type, body };
}

/** Whether events cause so many deliveries that a job should write them. */
async function areTooMany(tx: Db, rows: readonly NewEvent[]): Promise<boolean> {
  if (rows.length <= FAN_OUT_EVENTS) return false;
  const subscribers = await countSubscribers(tx, [...new Set(rows.map(({ workspaceId }) => workspaceId))]);
  return rows.length * subscribers > EMITTED_DELIVERIES_MAX;
}

/**
 * Notifies subscribers of many events, in the transaction that causes them. One statement writes a delivery and its job
 * for each active webhook that subscribes, and holds the event for each that is switched off (requirements, "States and
 * transitions"; contract section 5, "Emit is transactional"). It waits for no other transaction that emits. If that
 * would be thousands of deliveries, the events are stored in the same transaction, and a job writes the deliveries.
 */
export async function emitAll(tx: Db, events: readonly WebhookEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => serialise(event, now));
  if (!(await areTooMany(tx, rows))) return writeDeliveries(tx, rows, EMITTED_JOBS_MAX, now);
  await leaveEvents(tx, rows, now);
  for (const workspaceId of new Set(rows.map((row) => row.workspaceId))) {
    await enqueue(tx, fanOut, { workspace_id: workspaceId }, now);
  }
}

/** Notifies subscribers of one event, as `emitAll` does. */
export async function emit(tx: Db, event: WebhookEvent, now: Date): Promise<void> {
  await emitAll(tx, [event], now);
}
