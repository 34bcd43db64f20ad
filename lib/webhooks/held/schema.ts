import { z } from "zod";
import { GivenTime, idParam, JsonValue, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";
import { HELD_EVENTS_MAX, HELD_LISTED_MAX, LISTED_PAYLOAD_CHARS_MAX } from "@/lib/webhooks/limits";

const HELD_MAX = HELD_EVENTS_MAX.toLocaleString("en");

/** What a webhook shows about events that happened while it was switched off, or that its owner might not see. */
export const HeldEvents = z
  .object({
    count: z.int().meta({
      description: `Events that wait to be recovered or discarded: the newest ${HELD_MAX}. Lists of webhooks count up to ${HELD_LISTED_MAX.toLocaleString("en")}`,
    }),
    dropped: z.int().meta({
      description: `Older ones that were dropped, because there were more than ${HELD_MAX} or because they were too old to be kept; counted until the held events are discarded`,
    }),
    oldest_at: Timestamp.nullable().meta({ description: "When the oldest one that waits happened" }),
  })
  .meta({ id: "WebhookHeldEvents" });
export type HeldEvents = z.input<typeof HeldEvents>;

export const HeldEventParams = z.object({
  webhook_id: idParam("Webhook"),
  event_id: idParam("Event"),
});

export const HeldEventsQuery = PageQuery.extend({
  event_type: z.enum(EVENT_TYPES).optional(),
  since: GivenTime.optional(),
});
export type HeldEventsQuery = z.output<typeof HeldEventsQuery>;

export const HeldEvent = z
  .object({
    event_id: z.uuid().meta({ description: "Its delivery will send it as webhook-id" }),
    webhook_id: z.uuid(),
    event_type: z.string(),
    payload: JsonValue.meta({
      description: `null in lists beyond ${LISTED_PAYLOAD_CHARS_MAX} characters, and where is_withheld`,
    }),
    is_withheld: z.boolean().meta({ description: "You don't have permission to see this event's data" }),
    created_at: Timestamp,
  })
  .meta({ id: "WebhookHeldEvent" });
export type HeldEvent = z.input<typeof HeldEvent>;

export const HeldEventsDiscarded = z
  .object({ discarded: z.int() })
  .meta({ id: "WebhookHeldEventsDiscarded" });
export type HeldEventsDiscarded = z.input<typeof HeldEventsDiscarded>;
