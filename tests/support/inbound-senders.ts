import { randomUUID } from "node:crypto";
import path from "node:path";
import Stripe from "stripe";
import { signatureOf as chatSignatureOf } from "@/lib/inbound/chat/rules";
import type { InboundProvider } from "@/lib/inbound/provider";
import type { Route } from "@/lib/routes/route";
import { signatureOf, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";
import { MAIL_SETTINGS, mailProviders, mailRoute, sendgridHeaders } from "@/tests/support/mail-webhooks";
import type { Sns } from "@/tests/support/sns";

/*
 * Each provider of the registry as a sender of something that would change much: a push, a bought plan, a message that
 * sets off automations, a complaint.
 */

const PAYMENTS_SECRET = "whsec_of_the_tests";
const CHAT_SECRET = "a-chat-secret-of-the-tests";

export const SENDER_SETTINGS = {
  ...MAIL_SETTINGS,
  CODE_HOST_WEBHOOK_SECRET: WEBHOOK_SECRET,
  PAYMENTS_WEBHOOK_SECRET: PAYMENTS_SECRET,
  PAYMENTS_PRICE_PLANS: "price_team:team",
  CHAT_WEBHOOK_SECRET: CHAT_SECRET,
};

export type Sent = { bytes: Uint8Array; headers: Record<string, string> };
type Pack = (text: string) => Uint8Array;

export type Sender = {
  /** A message that is rightly signed, over its packed bytes where the signature stands in the headers. */
  signed(pack: Pack): Sent;
  /** The same with a signature of the right form that nobody with the secret made. */
  forged(pack: Pack): Sent;
  /** The same without a signature. */
  unsigned(pack: Pack): Sent;
};

const JSON_TYPE = { "content-type": "application/json" };

/** A sender that signs in headers. */
function headerSender(
  message: () => object,
  others: () => Record<string, string>,
  sign: (bytes: Uint8Array) => Record<string, string>,
): Sender {
  const sent = (pack: Pack, signatures: (bytes: Uint8Array) => Record<string, string>): Sent => {
    const bytes = pack(JSON.stringify(message()));
    return { bytes, headers: { ...JSON_TYPE, ...others(), ...signatures(bytes) } };
  };
  return {
    signed: (pack) => sent(pack, sign),
    forged: (pack) => sent(pack, (bytes) => sign(Buffer.concat([bytes, Buffer.from(" ")]))),
    unsigned: (pack) => sent(pack, () => ({})),
  };
}

/** A sender that signs in the body. */
function bodySender(
  message: () => Record<string, unknown>,
  name: string,
  forge: (right: never) => unknown,
): Sender {
  const sent = (pack: Pack, change: (body: Record<string, unknown>) => void): Sent => {
    const body = message();
    change(body);
    return { bytes: pack(JSON.stringify(body)), headers: JSON_TYPE };
  };
  return {
    signed: (pack) => sent(pack, () => {}),
    forged: (pack) =>
      sent(pack, (body) => {
        body[name] = forge(body[name] as never);
      }),
    unsigned: (pack) =>
      sent(pack, (body) => {
        delete body[name];
      }),
  };
}

/** Every sender by the name of its provider. */
export function senders(sns: () => Sns, workspaceId: () => string): Record<string, Sender> {
  const complaint = () => ({
    address: `${randomUUID()}@example.com`,
    messageId: randomUUID(),
    at: new Date(),
  });
  const posts = Object.fromEntries(
    mailProviders(sns).map(({ name, post }) => [name, () => post("complaint", complaint())]),
  );
  const bodyOf = (name: string) => () => JSON.parse(posts[name]?.().body ?? "null");
  const nowS = () => Math.floor(Date.now() / 1000);
  return {
    code_host: headerSender(
      () => ({ ref: "refs/heads/main", repository: { id: 1, full_name: "acme/web" } }),
      () => ({ "x-host-event": "push", "x-host-delivery": randomUUID() }),
      (bytes) => ({ "x-host-signature-256": signatureOf(bytes) }),
    ),
    payments: headerSender(
      () => ({
        id: `evt_${randomUUID()}`,
        type: "customer.subscription.updated",
        created: nowS(),
        data: {
          object: {
            id: `sub_${randomUUID()}`,
            status: "active",
            metadata: { workspace_id: workspaceId() },
            items: { data: [{ price: { id: "price_team" } }] },
          },
        },
      }),
      () => ({}),
      (bytes) => {
        const payload = new TextDecoder().decode(bytes);
        const options = { payload, secret: PAYMENTS_SECRET, timestamp: nowS() };
        return { "stripe-signature": Stripe.webhooks.generateTestHeaderString(options) };
      },
    ),
    chat: headerSender(
      () => ({
        type: "event_callback",
        event_id: `Ev${randomUUID()}`,
        team_id: "T1",
        event: { type: "message", text: "hi", user: "U1", channel: "C1" },
      }),
      () => ({}),
      (bytes) => ({
        "x-slack-signature": chatSignatureOf(CHAT_SECRET, String(nowS()), bytes),
        "x-slack-request-timestamp": String(nowS()),
      }),
    ),
    ses: bodySender(bodyOf("ses"), "Signature", (right: string) =>
      Buffer.from(right, "base64").reverse().toString("base64"),
    ),
    sendgrid: headerSender(
      bodyOf("sendgrid"),
      () => ({}),
      (bytes) => sendgridHeaders(bytes),
    ),
    mailgun: bodySender(bodyOf("mailgun"), "signature", (right: object) => ({
      ...right,
      signature: "0".repeat(64),
    })),
    postmark: {
      signed: (pack) => ({
        bytes: pack(posts.postmark?.().body ?? ""),
        headers: posts.postmark?.().headers ?? {},
      }),
      forged: (pack) => ({
        bytes: pack(posts.postmark?.().body ?? ""),
        headers: {
          ...JSON_TYPE,
          authorization: `Basic ${Buffer.from("postmark:guessed").toString("base64")}`,
        },
      }),
      unsigned: (pack) => ({ bytes: pack(posts.postmark?.().body ?? ""), headers: JSON_TYPE }),
    },
  };
}

/** The handler behind a provider's path. */
export async function routeOf({ path: address }: Pick<InboundProvider<unknown>, "path">): Promise<Route> {
  const mail = /^\/api\/v1\/email-webhooks\/(\w+)$/.exec(address)?.[1];
  if (mail !== undefined) return mailRoute(mail).POST;
  const module = await import(path.join(process.cwd(), "app", address, "route.ts"));
  return module.POST as Route;
}
