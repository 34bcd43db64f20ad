import type { ProductEvent } from "@/lib/ingestion/schema";
import type { ProductEvent as ProductEventRow } from "@/lib/platform/rows";

/** An event as those who look after the workspace's integrations see it. */
export function presentProductEvent(row: ProductEventRow): ProductEvent {
  return {
    id: row.id,
    event_id: row.eventId,
    type: row.type,
    anonymous_id: row.anonymousId,
    user_id: row.userId,
    properties: row.properties as ProductEvent["properties"],
    occurred_at: row.occurredAt.toISOString(),
    received_at: row.receivedAt.toISOString(),
  };
}
