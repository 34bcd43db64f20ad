import { z } from "zod";
import { type EmailEvent, type EmailEventType, emailEvent } from "@/lib/crm/emails/rules";
import { defineEmailProvider } from "@/lib/inbound/email/define-email-provider";
import { confirmSnsSubscription } from "@/lib/inbound/email/jobs";
import { SNS_MESSAGE_AGE_S_MAX } from "@/lib/inbound/email/limits";
import { isFresh, strictBase64 } from "@/lib/inbound/email/rules";
import { isSubscribeUrl, SNS_HOST } from "@/lib/inbound/email/sns-rules";
import { isSnsSignatureRight } from "@/lib/inbound/email/sns-signature";
import { enqueue } from "@/lib/jobs/enqueue";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { parseUrl } from "@/lib/platform/parse-url";

/** What is verified and what is read of a message; other fields are not signed. */
const Envelope = z.object({
  Type: z.string(),
  MessageId: z.string().min(1),
  TopicArn: z.string(),
  Timestamp: z.string(),
  Message: z.string(),
  Signature: z.string(),
  SignatureVersion: z.enum(["1", "2"]),
  SigningCertURL: z.string(),
  Subject: z.string().optional(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type Envelope = z.output<typeof Envelope>;

/** What is read of a message to tell what it is, which one without a signature says too. */
const Named = Envelope.pick({ Type: true, MessageId: true, Message: true });

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;

function isCertificateUrl(text: string): boolean {
  const url = parseUrl(text);
  // Equal to its parsed form, so that nobody who parses in another way can see another host in it.
  return (
    url !== null &&
    url.href === text &&
    SNS_HOST.test(url.host) &&
    CERTIFICATE_PATH.test(url.pathname) &&
    url.search === ""
  );
}

async function isSignatureRight(envelope: Envelope): Promise<boolean> {
  try {
    return await isSnsSignatureRight(envelope);
  } catch (error) {
    log.info({ err: error }, "a message of the notification service was refused");
    return false;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const Recipients = z.array(z.object({ emailAddress: z.string() }).loose());
const text = z.string().nullish().catch(null);
const Notification = z.object({
  eventType: text,
  notificationType: text,
  mail: z.object({ messageId: z.string().min(1), destination: z.array(z.string()).default([]) }),
  delivery: z
    .object({ timestamp: text, recipients: z.array(z.string()) })
    .nullish()
    .catch(null),
  bounce: z
    .object({ timestamp: text, bounceType: z.string(), bouncedRecipients: Recipients })
    .nullish()
    .catch(null),
  complaint: z.object({ timestamp: text, complainedRecipients: Recipients }).nullish().catch(null),
  open: z.object({ timestamp: text }).nullish().catch(null),
  click: z.object({ timestamp: text }).nullish().catch(null),
});

const TYPES: ReadonlyMap<string, EmailEventType> = new Map([
  ["Delivery", "delivery"],
  ["Bounce", "bounce"],
  ["Complaint", "complaint"],
  ["Open", "open"],
  ["Click", "click"],
]);

function notificationIn(body: unknown): { messageId: string; notification: unknown } | null {
  const named = Named.safeParse(body).data;
  if (named?.Type !== "Notification") return null;
  return { messageId: named.MessageId, notification: jsonIn(named.Message) };
}

function nameOf(notification: unknown): string {
  const named = z.object({ eventType: text, notificationType: text }).safeParse(notification).data;
  return named?.eventType ?? named?.notificationType ?? "unknown";
}

type Recipient = { address: string; reason: string | null };

function recipientsOf(event: z.output<typeof Notification>, type: EmailEventType): Recipient[] {
  const bare = (addresses: readonly string[]) => addresses.map((address) => ({ address, reason: null }));
  if (type === "delivery") return bare(event.delivery?.recipients ?? []);
  if (type === "complaint") {
    return bare((event.complaint?.complainedRecipients ?? []).map(({ emailAddress }) => emailAddress));
  }
  if (type === "bounce") {
    return (event.bounce?.bouncedRecipients ?? []).map(({ emailAddress, diagnosticCode }) => ({
      address: emailAddress,
      reason: typeof diagnosticCode === "string" ? diagnosticCode : null,
    }));
  }
  // The provider tells who opened by whom the mail went to; of several nobody can tell which.
  return event.mail.destination.length === 1 ? bare(event.mail.destination) : [];
}

/** Events of the mail provider, in messages of its notification service, which are signed by a certificate of it. */
export const ses = defineEmailProvider({
  name: "ses",
  title: "Amazon SES",
  description:
    "Messages of the SNS topics in `SES_TOPIC_ARNS`, signed by a certificate of SNS. A subscription is confirmed for these topics only.",
  settings: ["SES_TOPIC_ARNS"],
  isConfigured: () => env().SES_TOPIC_ARNS.length > 0,

  signature: {
    place: "body",
    async verify(body, now) {
      if (!z.object({ Signature: z.string() }).safeParse(body).success) return null;
      const envelope = Envelope.safeParse(body).data;
      // Ours first: the certificate is fetched for nobody else.
      if (!envelope || !env().SES_TOPIC_ARNS.includes(envelope.TopicArn)) return false;
      if (strictBase64(envelope.Signature) === null || !isCertificateUrl(envelope.SigningCertURL))
        return false;
      if (!isFresh(Date.parse(envelope.Timestamp), now, SNS_MESSAGE_AGE_S_MAX)) return false;
      return isSignatureRight(envelope);
    },
  },

  sent: {
    proof: null,
    body: z.looseObject(
      Envelope.pick({ Type: true, MessageId: true, TopicArn: true, Timestamp: true, Message: true }).shape,
    ),
    example: {
      Type: "Notification",
      MessageId: "0199a3f8-1111-7222-8333-b444555666c7",
      TopicArn: "arn:aws:sns:eu-west-1:123456789012:mail",
      Timestamp: "2026-11-20T09:30:00.000Z",
      Message:
        '{"notificationType":"Delivery","mail":{"messageId":"message-1042","destination":["ada@example.com"]},"delivery":{"recipients":["ada@example.com"]}}',
    },
  },

  deliveryIdOf: (body) => Named.safeParse(body).data?.MessageId ?? null,

  eventOf(body) {
    const type = z.object({ Type: z.string() }).safeParse(body).data?.Type ?? "unknown";
    return type === "Notification" ? nameOf(notificationIn(body)?.notification) : type;
  },

  eventsOf(body, receivedAt) {
    const found = notificationIn(body);
    const type = found && TYPES.get(nameOf(found.notification));
    if (!type) return null;
    const event = Notification.safeParse(found.notification).data;
    if (!event) return [];
    const details = event[type];
    return recipientsOf(event, type).flatMap(({ address, reason }): EmailEvent[] =>
      emailEvent(
        {
          type,
          eventId: found.messageId,
          address,
          reason,
          isPermanent: type === "bounce" && event.bounce?.bounceType === "Permanent",
          messageId: event.mail.messageId,
          occurredAt: details?.timestamp ?? receivedAt,
        },
        receivedAt,
      ),
    );
  },

  serve: {
    // Only of topics that are ours, and so never while none is set.
    takes(body) {
      const envelope = Envelope.safeParse(body).data;
      return (
        envelope?.Type === "SubscriptionConfirmation" &&
        env().SES_TOPIC_ARNS.includes(envelope.TopicArn) &&
        isSubscribeUrl(envelope.SubscribeURL)
      );
    },
    async handle(body, tx, now) {
      const { SubscribeURL } = Envelope.parse(body);
      await enqueue(tx, confirmSnsSubscription, { url: SubscribeURL ?? "" }, now);
    },
  },
});
