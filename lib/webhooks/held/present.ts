import type { z } from "zod";
import type { HeldEvent, HeldEvents } from "@/lib/webhooks/held/schema";
import type { Held, HeldRow } from "@/lib/webhooks/held/store";

/** How much a webhook holds. */
export function presentHeld(held: Held | undefined): z.input<typeof HeldEvents> {
  const { count = 0, dropped = 0, oldestAt } = held ?? {};
  return { count, dropped, oldest_at: oldestAt?.toISOString() ?? null };
}

/** An event that a webhook holds. */
export function presentHeldEvent(row: HeldRow): z.input<typeof HeldEvent> {
  return {
    event_id: row.eventId,
    webhook_id: row.webhookId,
    event_type: row.eventType,
    payload: row.body === null ? null : JSON.parse(row.body),
    created_at: row.createdAt.toISOString(),
  };
}
