import { z } from "zod";
import { JsonValue, OffsetTime, SPAN_END, SpanTime, Timestamp, TimeZone } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import {
  COUNTED_DAYS_MAX,
  COUNTED_HOURS_MAX,
  COUNTED_TYPES_MAX,
  PRODUCT_EVENT_ID_CHARS_MAX,
  PRODUCT_EVENT_PERSON_CHARS_MAX,
  PRODUCT_EVENT_TYPE_CHARS_MAX,
  PRODUCT_EVENTS_PER_UPLOAD_MAX,
} from "@/lib/ingestion/limits";
import { HOUR_MS } from "@/lib/platform/limits";

const person = z.string().min(1).max(PRODUCT_EVENT_PERSON_CHARS_MAX).nullish();

/** One event as an SDK sends it. Unknown keys are dropped, so that newer SDKs may send more. */
export const SentEvent = z
  .object({
    event_id: z
      .string()
      .min(1)
      .max(PRODUCT_EVENT_ID_CHARS_MAX)
      .nullish()
      .meta({ description: "The client's own: an event that is sent again counts as a duplicate" }),
    // A program's word, which is refused rather than cleaned.
    type: z.string().trim().min(1).max(PRODUCT_EVENT_TYPE_CHARS_MAX).meta({ example: "page_viewed" }),
    anonymous_id: person,
    user_id: person,
    properties: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: "Numbers are kept as doubles: send integers beyond 2^53 as text" }),
    occurred_at: OffsetTime.nullish().meta({ description: "Default now; at most 30 days ago" }),
  })
  .meta({ id: "SentEvent" });
export type SentEvent = z.output<typeof SentEvent>;

export const EVENT_REJECTION_REASONS = ["occurred_at_out_of_range", "invalid", "too_large"] as const;

/** What a whole upload answers for; each event is judged by itself and can't fail the others. */
export const EventUpload = z
  .object({
    api_key: z
      .string()
      .optional()
      .meta({ description: "The key, for senders that can't set headers (`navigator.sendBeacon`)" }),
    events: z
      .array(z.unknown())
      .max(PRODUCT_EVENTS_PER_UPLOAD_MAX)
      .meta({ items: { $ref: "#/components/schemas/SentEvent" } }),
  })
  .meta({ id: "EventUpload" });
export type EventUpload = z.output<typeof EventUpload>;

export const UploadResult = z
  .object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.array(
      z.object({
        event_id: z.string().nullable(),
        reason: z.enum(EVENT_REJECTION_REASONS),
        index: z.int().meta({ description: "Place of the event in the upload, from 0" }),
        detail: z.string().optional(),
      }),
    ),
  })
  .meta({ id: "UploadResult", description: "accepted + duplicates + rejected = events sent" });
export type UploadResult = z.input<typeof UploadResult>;

export const ProductEvent = z
  .object({
    id: z.uuid(),
    event_id: z.string(),
    type: z.string(),
    anonymous_id: z.string().nullable(),
    user_id: z.string().nullable(),
    properties: z.record(z.string(), JsonValue),
    occurred_at: Timestamp,
    received_at: Timestamp,
  })
  .meta({ id: "ProductEvent" });
export type ProductEvent = z.input<typeof ProductEvent>;

export const ProductEventQuery = PageQuery.extend({
  type: z.string().min(1).max(PRODUCT_EVENT_TYPE_CHARS_MAX).optional(),
  anonymous_id: z.string().min(1).max(PRODUCT_EVENT_PERSON_CHARS_MAX).optional(),
  user_id: z.string().min(1).max(PRODUCT_EVENT_PERSON_CHARS_MAX).optional(),
  since: SpanTime.optional(),
  until: SpanTime.optional(),
});
export type ProductEventQuery = z.output<typeof ProductEventQuery>;

// Refinements run on malformed times as well, about which they have nothing to say: NaN is neither less nor more.
export const ProductEventCountsQuery = z
  .object({
    since: SpanTime,
    until: SpanTime.meta(SPAN_END),
    bucket: z.enum(["hour", "day"]),
    zone: TimeZone.default("UTC").meta({
      description: "Time zone of the days and hours",
      example: "Europe/Berlin",
    }),
  })
  .refine(({ since, until }) => !(Date.parse(until) <= Date.parse(since)), {
    path: ["until"],
    message: "Must be later than since",
  })
  .refine(
    ({ since, until, bucket }) => {
      const hoursMax = bucket === "hour" ? COUNTED_HOURS_MAX : COUNTED_DAYS_MAX * 24;
      return !(Date.parse(until) - Date.parse(since) > hoursMax * HOUR_MS);
    },
    {
      path: ["until"],
      message: `At most ${COUNTED_HOURS_MAX} hours or ${COUNTED_DAYS_MAX} days are counted at once`,
    },
  );
export type ProductEventCountsQuery = z.output<typeof ProductEventCountsQuery>;

export const ProductEventCounts = z
  .object({
    buckets: z.array(Timestamp).meta({ description: "Where each hour or day begins, empty ones among them" }),
    series: z
      .array(z.object({ type: z.string(), total: z.int(), counts: z.array(z.int()) }))
      .meta({ description: `The ${COUNTED_TYPES_MAX} most frequent types, each with a count per bucket` }),
    other: z
      .object({ types: z.int(), total: z.int(), counts: z.array(z.int()) })
      .nullable()
      .meta({ description: "All remaining types together" }),
    total: z.int(),
  })
  .meta({ id: "ProductEventCounts" });
export type ProductEventCounts = z.input<typeof ProductEventCounts>;
