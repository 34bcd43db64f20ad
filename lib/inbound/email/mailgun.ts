import { createHmac } from "node:crypto";
import { z } from "zod";
import { type EmailEventType, emailEvent } from "@/lib/crm/emails/rules";
import { defineEmailProvider } from "@/lib/inbound/email/define-email-provider";
import { MAILGUN_SIGNATURE_AGE_S_MAX } from "@/lib/inbound/email/limits";
import { isFresh } from "@/lib/inbound/email/rules";
import { equalInConstantTime } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

const TYPES: ReadonlyMap<string, EmailEventType> = new Map([
  ["delivered", "delivery"],
  ["failed", "bounce"],
  ["complained", "complaint"],
  ["opened", "open"],
  ["clicked", "click"],
]);

const Signed = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string().min(1), signature: z.string() }),
});
const Named = z.object({ "event-data": z.object({ event: z.string() }) });
const Body = z.object({
  "event-data": z.object({
    id: z.string().min(1),
    event: z.string(),
    recipient: z.string(),
    timestamp: z.number(),
    severity: z.string().nullish().catch(null),
    "delivery-status": z
      .object({ description: z.string().nullish(), message: z.string().nullish() })
      .nullish()
      .catch(null),
    message: z
      .object({ headers: z.object({ "message-id": z.string().nullish() }).nullish() })
      .nullish()
      .catch(null),
  }),
});

/**
 * HMAC-SHA256 over a timestamp and a token that stand in the body. It does not cover the rest of the body, so the token
 * is what counts: it is the delivery's id, and good for one delivery only.
 */
export const mailgun = defineEmailProvider({
  name: "mailgun",
  title: "Mailgun",
  description:
    "Signed by timestamp, token and HMAC-SHA256 in the body, at most 300 s ago. A token is good for one delivery.",
  settings: ["MAILGUN_WEBHOOK_SIGNING_KEY"],
  isConfigured: () => env().MAILGUN_WEBHOOK_SIGNING_KEY !== undefined,

  signature: {
    place: "body",
    verify(body, now) {
      const signed = Signed.safeParse(body).data?.signature;
      const key = env().MAILGUN_WEBHOOK_SIGNING_KEY;
      if (signed === undefined || key === undefined) return null;
      const { timestamp, token, signature } = signed;
      const expected = createHmac("sha256", key)
        .update(timestamp + token)
        .digest("hex");
      // The parts are hashed as one text: digits alone keep a part of the token from passing for time.
      const isTime =
        /^\d{10}$/.test(timestamp) && isFresh(Number(timestamp) * 1000, now, MAILGUN_SIGNATURE_AGE_S_MAX);
      return equalInConstantTime(signature, expected) && isTime;
    },
  },

  sent: {
    proof: null,
    body: z.looseObject({ ...Signed.shape, "event-data": z.looseObject({ event: z.string() }) }),
    example: {
      signature: {
        timestamp: "1763631000",
        token: "9b2f4c6d8e0a1c3e5f7a9b1d3f5e7c9a",
        signature: "0f".repeat(32),
      },
      "event-data": {
        id: "mailgun-event-1042",
        event: "delivered",
        recipient: "ada@example.com",
        timestamp: 1_763_631_000,
      },
    },
  },

  deliveryIdOf: (body) => Signed.safeParse(body).data?.signature.token ?? null,
  eventOf: (body) => Named.safeParse(body).data?.["event-data"].event ?? "unknown",

  eventsOf(body, receivedAt) {
    const type = TYPES.get(Named.safeParse(body).data?.["event-data"].event ?? "");
    if (!type) return null;
    const event = Body.safeParse(body).data?.["event-data"];
    if (!event) return [];
    const status = event["delivery-status"];
    return emailEvent(
      {
        type,
        eventId: event.id,
        address: event.recipient,
        isPermanent: type === "bounce" && event.severity === "permanent",
        reason: status?.description || status?.message || null,
        messageId: event.message?.headers?.["message-id"] ?? null,
        occurredAt: event.timestamp * 1000,
      },
      receivedAt,
    );
  },
});
