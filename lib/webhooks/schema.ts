import { z } from "zod";
import { Permission } from "@/lib/access/schema";
import { expectedParts } from "@/lib/http/expected";
import { GivenTime, idParam, JsonValue, shownText, Timestamp } from "@/lib/http/fields";
import { PageQuery } from "@/lib/http/paging";
import { secretText } from "@/lib/http/secret-fields";
import { EVENT_TYPES, EVENTS, EVERY_EVENT } from "@/lib/webhooks/catalog";
import { HeldEvents } from "@/lib/webhooks/held/schema";
import {
  EVENTS_MAX,
  HEADER_NAME_CHARS_MAX,
  HEADER_VALUE_CHARS_MAX,
  HEADERS_MAX,
  HEALTH_DAYS,
  HEALTH_DELIVERIES,
  LISTED_PAYLOAD_CHARS_MAX,
  RESPONSE_HEADERS_BYTES_MAX,
  RESPONSE_HEADERS_MAX,
  SECRET_CHARS_MAX,
  SECRET_CHARS_MIN,
  URL_CHARS_MAX,
  WEBHOOK_NAME_CHARS_MAX,
} from "@/lib/webhooks/limits";
import { destinationProblem, isReservedHeader } from "@/lib/webhooks/rules";

export const WebhookParams = z.object({ webhook_id: idParam("Webhook") });
export const DeliveryParams = WebhookParams.extend({ delivery_id: idParam("Delivery") });

const Url = z
  .string()
  .trim()
  .max(URL_CHARS_MAX)
  .superRefine((text, context) => {
    const problem = destinationProblem(text, true);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ description: "http or https, at a public address", example: "https://example.com/hooks/crm" });

const Events = z
  .array(
    z.enum([...EVENT_TYPES, EVERY_EVENT], {
      error: `Must be one of ${[...EVENT_TYPES, EVERY_EVENT].join(", ")}`,
    }),
  )
  .min(1)
  .max(EVENTS_MAX)
  .transform((events) => [...new Set(events)])
  .meta({
    description:
      "Event types that you may see; `*` stands for all that the webhook's owner may see, those to come among them",
  });

const Secret = z
  .string()
  .min(SECRET_CHARS_MIN)
  .max(SECRET_CHARS_MAX)
  .regex(/^[\x21-\x7e]+$/, "Must consist of printable ASCII characters without spaces")
  .meta({ description: "Keys the signatures; made by the service where it is left out" });

const HeaderName = z
  .string()
  .max(HEADER_NAME_CHARS_MAX)
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, "Must consist of letters, digits and hyphens")
  .transform((name) => name.toLowerCase())
  .refine((name) => !isReservedHeader(name), "Is set by the service itself");

const HeaderValue = z
  .string()
  .trim()
  .max(HEADER_VALUE_CHARS_MAX)
  .regex(/^[\x20-\x7e]*$/, "Must consist of printable ASCII characters");

const Headers = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `Holds more than ${HEADERS_MAX} headers`)
  .meta({ description: "Sent along with every delivery; only their names are shown again" });

export const CreateWebhook = z
  .object({
    url: Url,
    events: Events,
    name: shownText(WEBHOOK_NAME_CHARS_MAX, false).default(""),
    secret: Secret.nullish(),
    headers: Headers.default({}),
    is_active: z.boolean().default(true),
  })
  .meta({ id: "CreateWebhook" });
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const CreateWebhookAnywhere = CreateWebhook.extend({ workspace_id: z.string() }).meta({
  id: "CreateWebhookAnywhere",
});
export type CreateWebhookAnywhere = z.output<typeof CreateWebhookAnywhere>;

export const UpdateWebhook = z
  .object({
    url: Url.optional(),
    events: Events.optional(),
    name: shownText(WEBHOOK_NAME_CHARS_MAX, false).optional(),
    headers: Headers.optional().meta({
      description: "All of them; left out, those stored stay, unless `url` moves to another origin",
    }),
    is_active: z.boolean().optional(),
    take_over: z.literal(true).optional().meta({
      description:
        "Become its owner: it then sends what you may see. Changing `url`, or adding `events`, does that too",
    }),
    expected: expectedParts(["name", "url", "events"]),
  })
  .meta({ id: "UpdateWebhook" });
export type UpdateWebhook = z.output<typeof UpdateWebhook>;

export const DisabledReason = z.enum(["gone", "failing"]);

export const Webhook = z
  .object({
    id: z.uuid(),
    workspace_id: z.uuid(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    header_names: z.array(z.string()),
    is_active: z.boolean(),
    disabled_reason: DisabledReason.nullable().meta({
      description: "Why the service switched it off: it answered 410, or failed for five days",
    }),
    disabled_at: Timestamp.nullable(),
    failing_since: Timestamp.nullable().meta({ description: "Since when every attempt failed" }),
    created_by_id: z.uuid().nullable(),
    owner: z.object({ id: z.uuid(), name: z.string() }).nullable().meta({
      description: "Its owner: it sends only what they may see; null once they are erased",
    }),
    withheld_events: z
      .array(
        z.object({
          type: z.enum(EVENT_TYPES),
          permission: Permission,
          is_held: z.boolean().meta({
            description: "The owner could see it once, so it is kept until somebody takes the webhook over",
          }),
        }),
      )
      .meta({ description: "Subscribed and not sent, because the owner lacks the permission to see it" }),
    created_at: Timestamp,
    updated_at: Timestamp,
    health: z.object({
      deliveries: z.int().meta({
        description: `Ended deliveries judged: those of ${HEALTH_DAYS} days, at most the latest ${HEALTH_DELIVERIES}`,
      }),
      success_rate: z.number().min(0).max(1).nullable().meta({ description: "null where none is judged" }),
      pending: z.int().meta({ description: "Pending deliveries, counted up to 1,000" }),
      last_success_at: Timestamp.nullable(),
      last_failure_at: Timestamp.nullable(),
    }),
    held_events: HeldEvents,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.input<typeof Webhook>;

export const UpdatedWebhook = Webhook.extend({
  dropped_header_names: z.array(z.string()).meta({
    description:
      "Stored headers that were removed, because `url` moved to another origin and `headers` were not given with it",
  }),
}).meta({ id: "UpdatedWebhook" });
export type UpdatedWebhook = z.input<typeof UpdatedWebhook>;

export const WebhookSecret = z
  .object({ secret: secretText("In this answer only") })
  .meta({ id: "WebhookSecret" });
export type WebhookSecret = z.input<typeof WebhookSecret>;

export const NewWebhook = Webhook.extend(WebhookSecret.shape).meta({ id: "NewWebhook" });
export type NewWebhook = z.input<typeof NewWebhook>;

export const FAILURE_REASONS = [
  "attempts_exhausted",
  "gone",
  "webhook_disabled",
  "not_permitted",
  "expired",
] as const;
export const DELIVERY_STATUSES = ["pending", "success", "failed"] as const;

export const DeliveriesQuery = PageQuery.extend({
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
  since: GivenTime.optional(),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

export const Delivery = z
  .object({
    id: z.uuid(),
    webhook_id: z.uuid(),
    event_id: z.uuid().meta({ description: "Sent as webhook-id; the same in every attempt" }),
    event_type: z.string(),
    payload: JsonValue.meta({
      description: `null once erased, in lists beyond ${LISTED_PAYLOAD_CHARS_MAX} characters, and where is_withheld`,
    }),
    is_withheld: z.boolean().meta({ description: "You don't have permission to see this event's data" }),
    is_erased: z.boolean(),
    status: z.enum(DELIVERY_STATUSES),
    failure_reason: z
      .enum(FAILURE_REASONS)
      .nullable()
      .meta({ description: "`not_permitted`: the webhook's owner may not see what the event carries" }),
    response_status_code: z.int().nullable(),
    response_body: z
      .string()
      .nullable()
      .meta({ description: "Its first 16 KiB; null where is_withheld, since it may repeat the payload" }),
    error: z.string().nullable(),
    attempt_number: z.int().meta({ description: "Attempts made so far" }),
    next_retry_at: Timestamp.nullable(),
    duration_ms: z.int().nullable().meta({ description: "Of the last attempt" }),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.input<typeof Delivery>;

const Attempt = z.object({
  number: z.int(),
  url: z.string(),
  request_headers: z
    .record(z.string(), z.string())
    .meta({ description: "As sent, but for the custom ones, which may be secrets" }),
  response_status_code: z.int().nullable(),
  response_headers: z
    .record(z.string(), z.string())
    .nullable()
    .meta({
      description: `At most ${RESPONSE_HEADERS_MAX} of ${RESPONSE_HEADERS_BYTES_MAX / 1024} KiB in all; null where no answer came, once erased, and where is_withheld`,
    }),
  response_body: z.string().nullable().meta({
    description: "The first 16 KiB, or what arrived before the connection broke; null where is_withheld",
  }),
  error: z.string().nullable().meta({
    description: "Why no answer came, or why it broke off; a 2xx status is a success even then",
  }),
  duration_ms: z.int(),
  started_at: Timestamp,
});

export const DeliveryWithAttempts = Delivery.extend({
  request_body: z.string().nullable().meta({ description: "The text that was signed and sent, as UTF-8" }),
  attempts: z.array(Attempt),
}).meta({ id: "WebhookDeliveryWithAttempts" });
export type DeliveryWithAttempts = z.input<typeof DeliveryWithAttempts>;

export const Recover = z
  .object({
    since: GivenTime,
    until: GivenTime.optional(),
    waiting: z
      .boolean()
      .default(false)
      .meta({ description: "Also send at once the deliveries that wait for their next attempt" }),
    dry_run: z.boolean().default(false).meta({ description: "Only count" }),
  })
  .refine(({ since, until }) => until === undefined || !(Date.parse(until) < Date.parse(since)), {
    path: ["until"],
    message: "Must not be before since",
  })
  .meta({ id: "RecoverWebhook" });
export type Recover = z.output<typeof Recover>;

export const Recovered = z
  .object({
    count: z.int().meta({ description: "Deliveries that are sent, or would be" }),
    failed: z.int().meta({ description: "Of these, failed ones that are sent again" }),
    waiting: z.int().meta({ description: "Of these, pending ones that don't wait for their next attempt" }),
    held: z.int().meta({ description: "Of these, events that came while the webhook was switched off" }),
  })
  .meta({ id: "RecoveredWebhook" });
export type Recovered = z.input<typeof Recovered>;

const SentHeaders = z.object({
  "X-Svc-Event": z.string().meta({ description: "The event's type" }),
  "X-Svc-Delivery": z.uuid().meta({ description: "The delivery to this webhook; the same in every attempt" }),
  "X-Svc-Signature": z.string().meta({
    description: "`sha256=` and the HMAC-SHA256 of the body in hex, keyed with the secret as it is shown",
  }),
  "webhook-id": z.uuid().meta({ description: "The event; the same in every attempt" }),
  "webhook-timestamp": z.string().meta({ description: "Seconds since 1970" }),
  "webhook-signature": z.string().meta({ description: "As Standard Webhooks 1.0 verifies it" }),
});

/** The requests that subscribers get, by event type, for the API reference. */
export const SENT_EVENTS = Object.fromEntries(
  EVENTS.map(({ type, permission, description, data, example }) => {
    const envelope = { id: z.uuid(), type: z.literal(type), created_at: Timestamp, workspace_id: z.uuid() };
    const ids = {
      id: "0199a3f7-8888-7999-8aaa-f1112223330c",
      workspace_id: "0199a3ef-0000-7111-8222-a333444555b0",
    };
    const request = {
      summary: description,
      description: `Sent to webhooks whose owner has the permission \`${permission}\`.`,
      headers: SentHeaders,
      body: z.object({ ...envelope, data }),
      example: {
        id: ids.id,
        type,
        created_at: "2026-11-20T09:30:00.000Z",
        workspace_id: ids.workspace_id,
        data: example,
      },
    };
    return [type, request];
  }),
);
