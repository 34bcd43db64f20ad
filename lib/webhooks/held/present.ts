import type { PermissionSlug } from "@/lib/access/catalog";
import { maySeeEvent } from "@/lib/webhooks/authority/rules";
import type { HeldEvent, HeldEvents } from "@/lib/webhooks/held/schema";
import type { Held, HeldRow } from "@/lib/webhooks/held/store";
import { HELD_EVENTS_MAX } from "@/lib/webhooks/limits";

/** How many events a webhook holds. Those above the limit wait for the next trim, and count as dropped already. */
export function presentHeld(held: Held | undefined): HeldEvents {
  const { count = 0, dropped = 0, oldestAt } = held ?? {};
  const kept = Math.min(count, HELD_EVENTS_MAX);
  return { count: kept, dropped: dropped + count - kept, oldest_at: oldestAt?.toISOString() ?? null };
}

/**
 * A held event.
 * @param permissions of the reader: without the one that the event needs, its content is left out
 */
export function presentHeldEvent(row: HeldRow, permissions: ReadonlySet<PermissionSlug>): HeldEvent {
  const isWithheld = !maySeeEvent(permissions, row.eventType);
  return {
    event_id: row.eventId,
    webhook_id: row.webhookId,
    event_type: row.eventType,
    payload: row.body === null || isWithheld ? null : JSON.parse(row.body),
    is_withheld: isWithheld,
    created_at: row.createdAt.toISOString(),
  };
}
