import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { type EmailEvent, type EmailEventType, emailEvent } from "@/lib/crm/emails/rules";
import type { Kept } from "@/lib/http/large-bodies";
import { defineEmailProvider } from "@/lib/inbound/email/define-email-provider";
import { SENDGRID_SIGNATURE_AGE_S_MAX } from "@/lib/inbound/email/limits";
import { isFresh, strictBase64 } from "@/lib/inbound/email/rules";
import { env } from "@/lib/platform/env";

const SIGNATURE = "x-twilio-email-event-webhook-signature";
const TIMESTAMP = "x-twilio-email-event-webhook-timestamp";

const TYPES: ReadonlyMap<string, EmailEventType> = new Map([
  ["delivered", "delivery"],
  ["bounce", "bounce"],
  ["spamreport", "complaint"],
  ["open", "open"],
  ["click", "click"],
]);

const Event = z.object({
  sg_event_id: z.string().min(1),
  event: z.string(),
  email: z.string(),
  timestamp: z.number(),
  /** Of a bounce: `bounce`, or `blocked` for one that may pass. */
  type: z.string().nullish().catch(null),
  reason: z.string().nullish().catch(null),
  sg_message_id: z.string().nullish().catch(null),
});

/** All that is read of a batch, which may hold many events. */
const KEPT: Kept = [
  {
    sg_event_id: true,
    event: true,
    email: true,
    timestamp: true,
    type: true,
    reason: true,
    sg_message_id: true,
  },
];

/** Read by hand: anyone may send a batch of thousands that are no events, and a schema takes its time to refuse each. */
function nameOf(sent: unknown): string | undefined {
  const name = (sent as { event?: unknown } | null)?.event;
  return typeof name === "string" ? name : undefined;
}

function namesOf(body: unknown): string[] {
  return Array.isArray(body) ? [...new Set(body.flatMap((sent) => nameOf(sent) ?? []))] : [];
}

function keptOf(sent: unknown, receivedAt: Date): EmailEvent[] {
  const type = TYPES.get(nameOf(sent) ?? "");
  const event = type && Event.safeParse(sent).data;
  if (!event) return [];
  return emailEvent(
    {
      type,
      eventId: event.sg_event_id,
      address: event.email,
      isPermanent: type === "bounce" && event.type !== "blocked",
      reason: event.reason ?? null,
      messageId: event.sg_message_id ?? null,
      occurredAt: event.timestamp * 1000,
    },
    receivedAt,
  );
}

/**
 * Batches of events in an array, each with an id of its own. ECDSA over the timestamp and the bytes: by Node itself,
 * because the provider's library decodes the bytes to text first, in which different bytes can become the same.
 */
export const sendgrid = defineEmailProvider({
  name: "sendgrid",
  title: "SendGrid",
  description:
    "An array of events, signed with ECDSA in `X-Twilio-Email-Event-Webhook-Signature`. Each event counts once.",
  settings: ["SENDGRID_WEBHOOK_PUBLIC_KEY"],
  isConfigured: () => env().SENDGRID_WEBHOOK_PUBLIC_KEY !== undefined,

  signature: {
    place: "headers",
    isSigned: (headers) => headers.has(SIGNATURE),
    verify({ bytes, headers }, now) {
      const [signature, timestamp] = [headers.get(SIGNATURE), headers.get(TIMESTAMP)];
      const publicKey = env().SENDGRID_WEBHOOK_PUBLIC_KEY;
      if (signature === null || publicKey === undefined) return false;
      const signatureBytes = strictBase64(signature);
      if (signatureBytes === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
      if (!isFresh(Number(timestamp) * 1000, now, SENDGRID_SIGNATURE_AGE_S_MAX)) return false;
      const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
      return verify("sha256", Buffer.concat([Buffer.from(timestamp), bytes]), key, signatureBytes);
    },
  },

  sent: {
    proof: {
      name: "sendgrid_signature",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "X-Twilio-Email-Event-Webhook-Signature",
        description: "SendGrid: ECDSA over the timestamp and the raw body, in base64.",
      },
    },
    headers: z.object({
      "X-Twilio-Email-Event-Webhook-Timestamp": z
        .string()
        .optional()
        .meta({ description: "SendGrid: seconds since 1970; signed" }),
    }),
    body: z.array(
      z.looseObject(Event.pick({ sg_event_id: true, event: true, email: true, timestamp: true }).shape),
    ),
    example: [
      {
        sg_event_id: "c2VuZGdyaWQtZXZlbnQtMTA0Mg",
        event: "delivered",
        email: "ada@example.com",
        timestamp: 1_763_631_000,
        sg_message_id: "message-1042",
      },
    ],
  },

  keeps: KEPT,
  deliveryIdOf: () => null,
  eventOf: (body) => namesOf(body).join(",") || "unknown",

  eventsOf(body, receivedAt) {
    if (!Array.isArray(body) || !namesOf(body).some((name) => TYPES.has(name))) return null;
    return body.flatMap((each) => keptOf(each, receivedAt));
  },
});
