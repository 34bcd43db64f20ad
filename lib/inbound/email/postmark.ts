import { z } from "zod";
import { type EmailEventType, emailEvent } from "@/lib/crm/emails/rules";
import { defineEmailProvider } from "@/lib/inbound/email/define-email-provider";
import { equalInConstantTime } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

const TYPES: ReadonlyMap<string, EmailEventType> = new Map([
  ["Delivery", "delivery"],
  ["Bounce", "bounce"],
  ["SpamComplaint", "complaint"],
  ["Open", "open"],
  ["Click", "click"],
]);

/** The provider's kinds of bounces after which it takes no more mail for the address itself. */
const PERMANENT = new Set(["HardBounce", "BadEmailAddress", "ManuallyDeactivated", "Unsubscribe"]);

const Named = z.object({ RecordType: z.string() });
const text = z.string().nullish().catch(null);
const Body = z.object({
  RecordType: z.string(),
  MessageID: z.string().min(1),
  ID: z.union([z.int(), z.string()]).nullish().catch(null),
  Type: text,
  Inactive: z.boolean().nullish().catch(null),
  Recipient: text,
  Email: text,
  Description: text,
  DeliveredAt: text,
  BouncedAt: text,
  ReceivedAt: text,
});

/** HTTP basic authentication is all that this provider offers. */
export const postmark = defineEmailProvider({
  name: "postmark",
  title: "Postmark",
  description: "Sent with HTTP basic authentication.",
  settings: ["POSTMARK_WEBHOOK_BASIC_AUTH"],
  isConfigured: () => env().POSTMARK_WEBHOOK_BASIC_AUTH !== undefined,

  signature: {
    place: "headers",
    isSigned: (headers) => headers.has("authorization"),
    verify({ headers }) {
      const given = headers.get("authorization");
      const expected = env().POSTMARK_WEBHOOK_BASIC_AUTH;
      if (given === null || expected === undefined) return false;
      // The scheme may come in any case (RFC 9110, 11.1).
      const sent = given.replace(/^basic +/i, "Basic ");
      return equalInConstantTime(sent, `Basic ${Buffer.from(expected).toString("base64")}`);
    },
  },

  sent: {
    proof: {
      name: "postmark_password",
      scheme: {
        type: "http",
        scheme: "basic",
        description: "Postmark: what `POSTMARK_WEBHOOK_BASIC_AUTH` says.",
      },
    },
    body: z.looseObject({ RecordType: z.string(), MessageID: z.string() }),
    example: {
      RecordType: "Delivery",
      MessageID: "message-1042",
      Recipient: "ada@example.com",
      DeliveredAt: "2026-11-20T09:30:00Z",
    },
  },

  deliveryIdOf: () => null,
  eventOf: (body) => Named.safeParse(body).data?.RecordType ?? "unknown",

  eventsOf(body, receivedAt) {
    const type = TYPES.get(Named.safeParse(body).data?.RecordType ?? "");
    if (!type) return null;
    const event = Body.safeParse(body).data;
    const address = event?.Recipient ?? event?.Email;
    if (!event || !address) return [];
    const at = event.DeliveredAt ?? event.BouncedAt ?? event.ReceivedAt;
    return emailEvent(
      {
        type,
        // Bounces and complaints have an id of their own; a mail is opened more than once.
        eventId: `${event.RecordType} ${event.MessageID} ${event.ID ?? at}`,
        address,
        isPermanent: type === "bounce" && (event.Inactive === true || PERMANENT.has(event.Type ?? "")),
        reason: event.Description ?? null,
        messageId: event.MessageID,
        occurredAt: at ?? receivedAt,
      },
      receivedAt,
    );
  },
});
