import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { POST } from "@/app/api/v1/email-webhooks/[mail_provider]/route";
import type { Route } from "@/lib/routes/route";
import { SNS_TOPIC, type Sns } from "@/tests/support/sns";

/*
 * What each mail provider posts when something becomes of a mail, signed as it signs.
 */

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const MAILGUN_KEY = "a-signing-key-of-the-tests";
const POSTMARK_AUTH = "postmark:a-password:with-colons";

export const MAIL_SETTINGS = {
  SES_TOPIC_ARNS: `arn:aws:sns:eu-west-1:123456789012:another,${SNS_TOPIC}`,
  SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  MAILGUN_WEBHOOK_SIGNING_KEY: MAILGUN_KEY,
  POSTMARK_WEBHOOK_BASIC_AUTH: POSTMARK_AUTH,
};

export type Mail = { address: string; messageId: string; at: Date };
export type Kind = "delivery" | "bounce" | "soft_bounce" | "complaint" | "open" | "click";
export type Post = { body: string; headers: Record<string, string> };

export type MailProvider = {
  name: string;
  route: { POST: Route };
  /** A signed message of one event. */
  post(kind: Kind, mail: Mail, signedAt?: Date): Post;
};

/** The route of mail providers as one of them reaches it. */
export function mailRoute(mail_provider: string): { POST: Route } {
  const params = Promise.resolve({ mail_provider });
  return { POST: Object.assign((request: Request) => POST(request, { params }), POST) };
}

export function sendgridHeaders(body: string | Uint8Array, signedAt = new Date()): Record<string, string> {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const bytes = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]);
  const signature = sign("sha256", bytes, privateKey).toString("base64");
  return {
    "content-type": "application/json",
    "x-twilio-email-event-webhook-signature": signature,
    "x-twilio-email-event-webhook-timestamp": timestamp,
  };
}

const SENDGRID_NAMES = {
  delivery: { event: "delivered" },
  bounce: { event: "bounce", type: "bounce", reason: "550 no such user" },
  soft_bounce: { event: "bounce", type: "blocked", reason: "421 try later" },
  complaint: { event: "spamreport" },
  open: { event: "open" },
  click: { event: "click", url: "https://example.com" },
} as const;

export function sendgridEvent(kind: Kind, { address, messageId, at }: Mail) {
  return {
    email: address,
    timestamp: Math.floor(at.getTime() / 1000),
    sg_event_id: randomUUID(),
    sg_message_id: messageId,
    ...SENDGRID_NAMES[kind],
  };
}

const sendgrid: MailProvider = {
  name: "sendgrid",
  route: mailRoute("sendgrid"),
  post(kind, mail, signedAt) {
    const body = JSON.stringify([sendgridEvent(kind, mail)]);
    return { body, headers: sendgridHeaders(body, signedAt) };
  },
};

const MAILGUN_NAMES = {
  delivery: { event: "delivered" },
  bounce: {
    event: "failed",
    severity: "permanent",
    "delivery-status": { code: 550, message: "no such user", description: "" },
  },
  soft_bounce: { event: "failed", severity: "temporary" },
  complaint: { event: "complained" },
  open: { event: "opened" },
  click: { event: "clicked" },
} as const;

export function mailgunSignature(signedAt = new Date()) {
  const timestamp = String(Math.floor(signedAt.getTime() / 1000));
  const token = randomBytes(25).toString("hex");
  return {
    timestamp,
    token,
    signature: createHmac("sha256", MAILGUN_KEY)
      .update(timestamp + token)
      .digest("hex"),
  };
}

const mailgun: MailProvider = {
  name: "mailgun",
  route: mailRoute("mailgun"),
  post(kind, { address, messageId, at }, signedAt) {
    const data = {
      id: randomUUID(),
      timestamp: at.getTime() / 1000,
      recipient: address,
      message: { headers: { "message-id": messageId } },
      ...MAILGUN_NAMES[kind],
    };
    const body = JSON.stringify({ signature: mailgunSignature(signedAt), "event-data": data });
    return { body, headers: { "content-type": "application/json" } };
  },
};

const POSTMARK_NAMES = {
  delivery: { RecordType: "Delivery", time: "DeliveredAt" },
  bounce: { RecordType: "Bounce", Type: "HardBounce", Inactive: true, time: "BouncedAt" },
  soft_bounce: { RecordType: "Bounce", Type: "SoftBounce", Inactive: false, time: "BouncedAt" },
  complaint: { RecordType: "SpamComplaint", Type: "SpamComplaint", Inactive: true, time: "BouncedAt" },
  open: { RecordType: "Open", time: "ReceivedAt" },
  click: { RecordType: "Click", time: "ReceivedAt" },
} as const;

const postmark: MailProvider = {
  name: "postmark",
  route: mailRoute("postmark"),
  post(kind, { address, messageId, at }) {
    const { time, ...named } = POSTMARK_NAMES[kind];
    const who = named.RecordType === "Bounce" || named.RecordType === "SpamComplaint" ? "Email" : "Recipient";
    const body = JSON.stringify({ ...named, MessageID: messageId, [who]: address, [time]: at.toISOString() });
    const authorization = `Basic ${Buffer.from(POSTMARK_AUTH).toString("base64")}`;
    return { body, headers: { "content-type": "application/json", authorization } };
  },
};

export function sesNotification(kind: Kind, { address, messageId, at }: Mail) {
  const timestamp = at.toISOString();
  const mail = { messageId, destination: [address], timestamp };
  const emailAddress = `Someone <${address}>`;
  switch (kind) {
    case "delivery":
      return { notificationType: "Delivery", mail, delivery: { timestamp, recipients: [address] } };
    case "bounce":
    case "soft_bounce": {
      const bounceType = kind === "bounce" ? "Permanent" : "Transient";
      const bouncedRecipients = [{ emailAddress, diagnosticCode: "smtp; 550 no such user" }];
      return { notificationType: "Bounce", mail, bounce: { bounceType, bouncedRecipients, timestamp } };
    }
    case "complaint":
      return {
        notificationType: "Complaint",
        mail,
        complaint: { complainedRecipients: [{ emailAddress }], timestamp },
      };
    case "open":
      return { eventType: "Open", mail, open: { timestamp, ipAddress: "192.0.2.1" } };
    case "click":
      return { eventType: "Click", mail, click: { timestamp, link: "https://example.com" } };
  }
}

function ses(sns: () => Sns): MailProvider {
  return {
    name: "ses",
    route: mailRoute("ses"),
    post(kind, mail, signedAt = new Date()) {
      const Message = JSON.stringify(sesNotification(kind, mail));
      const body = JSON.stringify(sns().message({ Message, Timestamp: signedAt.toISOString() }));
      return { body, headers: { "content-type": "text/plain; charset=UTF-8" } };
    },
  };
}

export function mailProviders(sns: () => Sns): MailProvider[] {
  return [ses(sns), sendgrid, mailgun, postmark];
}
