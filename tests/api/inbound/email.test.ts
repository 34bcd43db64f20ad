import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { EventWebhook } from "@sendgrid/eventwebhook";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as addresses from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/email-addresses/route";
import * as events from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/email-events/route";
import * as enrollments from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/enrollments/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import { POST as replay } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/replay/route";
import { sweepEmailEvents } from "@/lib/crm/emails/jobs";
import { confirmSnsSubscription } from "@/lib/inbound/email/jobs";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { aCrm, type Crm } from "@/tests/support/crm-records";
import { aMember } from "@/tests/support/factories";
import { alterations } from "@/tests/support/inbound";
import {
  type Kind,
  MAIL_SETTINGS,
  type Mail,
  type MailProvider,
  mailgunSignature,
  mailProviders,
  mailRoute,
  type Post,
  sendgridEvent,
  sendgridHeaders,
  sesNotification,
} from "@/tests/support/mail-webhooks";
import { SNS_TOPIC, type Sns, startSns } from "@/tests/support/sns";

Object.assign(process.env, MAIL_SETTINGS);

let sns: Sns;
beforeAll(async () => {
  sns = await startSns();
});
afterAll(() => sns.stop());

const PROVIDERS = mailProviders(() => sns);
const [ses, sendgrid, mailgun, postmark] = PROVIDERS as [
  MailProvider,
  MailProvider,
  MailProvider,
  MailProvider,
];

const aMail = (given: Partial<Mail> = {}): Mail => ({
  address: `${randomUUID()}@example.com`,
  messageId: `msg-${randomUUID()}`,
  at: new Date("2026-11-01T10:00:00Z"),
  ...given,
});

const send = ({ route }: MailProvider, { body, headers }: Post) =>
  call(route.POST, "POST", { body, headers });

async function happen(provider: MailProvider, kind: Kind, mail: Mail) {
  const answer = await send(provider, provider.post(kind, mail));
  expect([answer.status, answer.json]).toEqual([200, { status: "accepted" }]);
  await processAll();
}

const at = (crm: Crm, id: string) => ({
  bearer: crm.bearer,
  params: { ...crm.at("person"), record_id: id },
});
const eventsOf = async (crm: Crm, id: string) => (await call(events.GET, "GET", at(crm, id))).json;
const addressesOf = async (crm: Crm, id: string) => (await call(addresses.GET, "GET", at(crm, id))).json;

describe.each(PROVIDERS)("$name", (provider) => {
  const { name } = provider;

  it.each<[Kind, string, boolean]>([
    ["delivery", "delivery", false],
    ["bounce", "bounce", true],
    ["soft_bounce", "bounce", false],
    ["complaint", "complaint", false],
    ["open", "open", false],
    ["click", "click", false],
  ])("shows a %s on the record with that address, in any case", async (kind, type, isPermanent) => {
    const crm = await aCrm();
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address.toUpperCase() });
    await happen(provider, kind, mail);
    expect(await eventsOf(crm, id)).toMatchObject([
      {
        type,
        address: mail.address,
        is_permanent: isPermanent,
        message_id: mail.messageId,
        provider: name,
        occurred_at: mail.at.toISOString(),
      },
    ]);
  });

  it.each<[Kind, string | null]>([
    ["bounce", "bounce"],
    ["complaint", "complaint"],
    ["soft_bounce", null],
    ["delivery", null],
  ])("after a %s, the do-not-mail flag is %s", async (kind, reason) => {
    const crm = await aCrm();
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    await happen(provider, kind, mail);
    const expected = reason === null ? null : { reason, since: expect.any(String) };
    expect(await addressesOf(crm, id)).toEqual([{ address: mail.address, do_not_mail: expected }]);
  });

  it("shows that an address complained, also after it had bounced before", async () => {
    const crm = await aCrm();
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    const reason = async () => (await addressesOf(crm, id))[0].do_not_mail.reason;
    await happen(provider, "bounce", mail);
    expect(await reason()).toBe("bounce");
    for (const kind of ["complaint", "bounce"] as const) {
      await happen(provider, kind, { ...mail, messageId: `msg-${randomUUID()}` });
      expect(await reason()).toBe("complaint");
    }
  });

  it("records events for a deleted record too, like everything else about it", async () => {
    const crm = await aCrm();
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    await db().crmRecord.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(await addressesOf(crm, id)).toEqual([{ address: mail.address, do_not_mail: null }]);
    expect((await call(events.GET, "GET", { ...at(crm, id), bearer: crm.bearer })).status).toBe(200);
  });

  it("lifts the flag for one workspace, until the address bounces again", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    const theirs = await other.make("person", { name: "Ada", email: mail.address });
    const post = provider.post("bounce", mail);
    await send(provider, post);
    await processAll();
    const lift = (bearer: string, address = mail.address) =>
      call(addresses.PATCH, "PATCH", { ...at(crm, id), bearer, body: { address, do_not_mail: null } });
    const seller = await aMember(crm.workspaceId, "sales");
    expect((await lift(seller.jwt)).status).toBe(403);
    expect((await lift(crm.bearer, "someone-else@example.com")).status).toBe(404);
    const free = [{ address: mail.address, do_not_mail: null }];
    expect((await lift(crm.bearer, mail.address.toUpperCase())).json).toEqual(free);
    await lift(crm.bearer);
    expect(
      await db().auditEvent.findMany({
        where: { workspaceId: crm.workspaceId, action: "do_not_mail.lifted" },
      }),
    ).toMatchObject([{ targetId: id, after: { email: mail.address, do_not_mail: null } }]);
    const flagged = [{ do_not_mail: { reason: "bounce" } }];
    expect(await addressesOf(other, theirs)).toMatchObject(flagged);
    await send(provider, post);
    await processAll();
    expect(await addressesOf(crm, id), "a replay is no news").toEqual(free);
    await happen(provider, "bounce", aMail({ address: mail.address }));
    expect(await addressesOf(crm, id)).toMatchObject(flagged);
  });

  it("ignores replays", async () => {
    const mail = aMail();
    const post = provider.post("open", mail);
    expect((await send(provider, post)).json).toEqual({ status: "accepted" });
    expect((await send(provider, post)).json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
    await processAll();
    expect(await db().emailEvent.count({ where: { address: mail.address } })).toBe(1);
  });

  it("stores one record and one event for fifty simultaneous copies", async () => {
    const mail = aMail();
    const post = provider.post("open", mail);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(provider, post)));
    expect(answers.filter(({ json }) => json.status === "accepted")).toHaveLength(1);
    await processAll();
    expect(await db().emailEvent.count({ where: { address: mail.address } })).toBe(1);
  });

  it("refuses bytes that are not JSON with a 400, or as unsigned, and never fails", async () => {
    for (const body of ["", "{", "\u0000", `${"[".repeat(100_000)}`]) {
      const { headers } = provider.post("open", aMail());
      const { status } = await send(provider, { body, headers });
      expect([400, 401]).toContain(status);
    }
  });

  it("ignores a message that lacks everything, with a 200 and a reason", async () => {
    const answers = [];
    for (const body of [
      "[]",
      "{}",
      "null",
      "7",
      '"text"',
      '[{"event":7}]',
      '{"__proto__":{"event":"open"}}',
    ]) {
      const headers = name === "sendgrid" ? sendgridHeaders(body) : provider.post("open", aMail()).headers;
      answers.push((await send(provider, { body, headers })).json);
    }
    for (const json of answers) expect(json).toMatchObject({ status: "ignored", reason: expect.any(String) });
  });
});

describe("a message without a signature, if a secret is set", () => {
  it.each(PROVIDERS)(
    "of $name is answered and recorded without a body, but not processed",
    async (provider) => {
      const mail = aMail();
      const { body } = provider.post("complaint", mail);
      const bare = JSON.parse(body);
      delete bare.Signature;
      delete bare.signature;
      const answer = await send(provider, {
        body: JSON.stringify(bare),
        headers: { "content-type": "application/json" },
      });
      expect([answer.status, answer.json]).toEqual([200, { status: "ignored", reason: "unsigned" }]);
      const marks = await db().inboundDelivery.findMany({
        where: { provider: provider.name, externalId: { startsWith: "unsigned:" }, subject: mail.address },
        include: { body: true },
      });
      expect(marks).toMatchObject([{ status: "ignored", reason: "unsigned", body: null }]);
      expect(await db().emailSuppression.count({ where: { address: mail.address } })).toBe(0);
    },
  );
});

describe("signatures", () => {
  const refused = async (provider: MailProvider, post: Post) => {
    expect([post, (await send(provider, post)).status]).toEqual([post, 401]);
  };

  it("of sendgrid pass verification by its own library", () => {
    const { body, headers } = sendgrid.post("open", aMail());
    const webhook = new EventWebhook();
    const key = webhook.convertPublicKeyToECDSA(MAIL_SETTINGS.SENDGRID_WEBHOOK_PUBLIC_KEY);
    const [signature = "", timestamp = ""] = ["signature", "timestamp"].map(
      (part) => headers[`x-twilio-email-event-webhook-${part}`],
    );
    expect(webhook.verifySignature(key, body, signature, timestamp)).toBe(true);
  });

  it("of sendgrid are refused for each altered character of body, time and signature", async () => {
    const { body, headers } = sendgrid.post("open", aMail());
    for (const altered of alterations(body)) {
      if (altered !== body) await refused(sendgrid, { body: altered, headers });
    }
    for (const part of ["signature", "timestamp"]) {
      const name = `x-twilio-email-event-webhook-${part}`;
      for (const altered of alterations(headers[name] ?? "")) {
        await refused(sendgrid, { body, headers: { ...headers, [name]: altered } });
      }
    }
  });

  it("of sendgrid are refused without their time and once they are older than its day of retries", async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    expect((await send(sendgrid, sendgrid.post("open", aMail(), hoursAgo(24)))).status).toBe(200);
    await refused(sendgrid, sendgrid.post("open", aMail(), hoursAgo(26)));
    await refused(sendgrid, sendgrid.post("open", aMail(), hoursAgo(-1)));
    const { body, headers } = sendgrid.post("open", aMail());
    delete headers["x-twilio-email-event-webhook-timestamp"];
    await refused(sendgrid, { body, headers });
  });

  it("of mailgun are refused for each altered character of time, token and signature", async () => {
    const { body, headers } = mailgun.post("open", aMail());
    const message = JSON.parse(body);
    for (const part of ["timestamp", "token", "signature"]) {
      for (const altered of alterations(message.signature[part])) {
        if (altered === message.signature[part]) continue;
        const signature = { ...message.signature, [part]: altered };
        await refused(mailgun, { body: JSON.stringify({ ...message, signature }), headers });
      }
    }
  });

  it("of mailgun are refused once older than 300 s, and if part of the token is passed off as the time", async () => {
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
    expect((await send(mailgun, mailgun.post("open", aMail(), secondsAgo(290)))).status).toBe(200);
    await refused(mailgun, mailgun.post("open", aMail(), secondsAgo(310)));
    await refused(mailgun, mailgun.post("open", aMail(), secondsAgo(-400)));
    const { body, headers } = mailgun.post("open", aMail());
    const message = JSON.parse(body);
    const { timestamp, token, signature } = message.signature;
    const shifted = { timestamp: timestamp + token.slice(0, 1), token: token.slice(1), signature };
    await refused(mailgun, { body: JSON.stringify({ ...message, signature: shifted }), headers });
  });

  it("of mailgun are valid for one delivery: the same token with another body changes nothing", async () => {
    const [mail, other] = [aMail(), aMail()];
    const signature = mailgunSignature();
    const bodyFor = (address: string) => {
      const message = JSON.parse(mailgun.post("complaint", aMail({ address })).body);
      return JSON.stringify({ ...message, signature });
    };
    const headers = { "content-type": "application/json" };
    expect((await send(mailgun, { body: bodyFor(mail.address), headers })).json.status).toBe("accepted");
    const replayed = await send(mailgun, { body: bodyFor(other.address), headers });
    expect(replayed.json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
    await processAll();
    expect(await db().emailSuppression.count({ where: { address: other.address } })).toBe(0);
  });

  it("of postmark are refused for each altered character, and for another scheme", async () => {
    const { body, headers } = postmark.post("open", aMail());
    const authorization = headers.authorization ?? "";
    const password = alterations(authorization.slice("Basic ".length)).map((altered) => `Basic ${altered}`);
    const schemes = [authorization.replace("Basic", "Bearer"), authorization.replace("Basic", "Basics")];
    for (const altered of [...password, ...schemes, "", "Basic", `${authorization}=`, "Bearer x"]) {
      await refused(postmark, { body, headers: { ...headers, authorization: altered } });
    }
    await refused(postmark, { body, headers: { authorization: `${authorization}, ${authorization}` } });
  });

  it("of postmark may name their scheme in any case", async () => {
    const { body, headers } = postmark.post("open", aMail());
    const authorization = (headers.authorization ?? "").replace("Basic", "basic");
    const answer = await send(postmark, { body, headers: { ...headers, authorization } });
    expect(answer.json.status).toBe("accepted");
  });
});

describe("the address of an unknown provider", () => {
  it.each(["sparkpost", "SES", "ses%00", "constructor"])("is not found: %s", async (name) => {
    const { body, headers } = postmark.post("open", aMail());
    const answer = await call(mailRoute(name).POST, "POST", { body, headers });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ detail: "Not found" });
  });
});

describe("messages of the notification service", () => {
  const post = (message: object) => call(mailRoute("ses").POST, "POST", { body: JSON.stringify(message) });
  const notification = () => ({ Message: JSON.stringify(sesNotification("open", aMail())) });

  it.each(["1", "2"] as const)(
    "are accepted when signed in version %s by its certificate",
    async (version) => {
      expect((await post(sns.message(notification(), version))).json).toEqual({ status: "accepted" });
    },
  );

  it("are refused for each altered character of every field that is signed, and of the signature", async () => {
    const message = sns.message({ ...notification(), Subject: "Mail" });
    for (const field of ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type", "Signature"]) {
      for (const altered of alterations(message[field] ?? "")) {
        if (altered === message[field]) continue;
        const { status } = await post({ ...message, [field]: altered });
        expect([field, altered, status]).toEqual([field, altered, 401]);
      }
    }
  });

  it("are refused without a field that they need", async () => {
    const message = sns.message(notification());
    for (const field of ["Message", "MessageId", "SigningCertURL", "SignatureVersion", "TopicArn", "Type"]) {
      const { [field]: _, ...rest } = message;
      expect([field, (await post(rest)).status]).toEqual([field, 401]);
    }
  });

  it.each([
    "http://sns.us-east-1.amazonaws.com/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://evil.example/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.us-east-1.amazonaws.com@evil.example/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://evil.example\\@sns.us-east-1.amazonaws.com/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.us-east-1.amazonaws.com/evil.pem",
    "HTTPS://SNS.US-EAST-1.AMAZONAWS.COM/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https:\\\\sns.us-east-1.amazonaws.com\\SimpleNotificationService-00000000000000000000000000000000.pem",
    " https://sns.us-east-1.amazonaws.com/SimpleNotificationService-00000000000000000000000000000000.pem",
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-00000000000000000000000000000000.pem?x=.pem",
    "not a url",
  ])(
    "are refused without fetching anything if the address of their certificate is %s",
    async (SigningCertURL) => {
      const before = sns.requests.length;
      expect((await post(sns.message({ ...notification(), SigningCertURL }))).status).toBe(401);
      expect(sns.requests).toHaveLength(before);
    },
  );

  it("can't name the certificate a second time under a name that the service's functions use", async () => {
    const message = sns.message(notification());
    const SigningCertUrl = `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${"ab".repeat(16)}.pem`;
    const before = sns.requests.length;
    expect((await post({ ...message, SigningCertUrl })).status).toBe(200);
    expect(sns.requests.slice(before).some((request) => request.includes("abab"))).toBe(false);
  });

  /** The n-th certificate that is asked for here. */
  const certificate = (n: number) =>
    `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${String(n).repeat(32)}.pem`;

  it.each([
    [
      "is followed by more than certificates are long",
      1,
      (response: ServerResponse) => response.end(sns.certificate + "\n".repeat(65_536)),
    ],
    ["does not come", 2, (response: ServerResponse) => response.flushHeaders()],
    ["is not answered for", 3, () => {}],
  ])("are refused, and the connection ended, when their certificate %s", async (_, n, answer) => {
    let isOpen = false;
    sns.instead.set(certificate(n), (_request, response) => {
      isOpen = true;
      response.once("close", () => {
        isOpen = false;
      });
      answer(response);
    });
    expect((await post(sns.message({ ...notification(), SigningCertURL: certificate(n) }))).status).toBe(401);
    // On a busy machine the time may be over before the request has arrived at all.
    await vi.waitFor(() => expect(isOpen).toBe(false), 10_000);
  });

  it("are taken once their certificate can be fetched", async () => {
    const message = sns.message({ ...notification(), SigningCertURL: certificate(4) });
    sns.instead.set(certificate(4), (_, response) => response.writeHead(503).end(sns.certificate));
    expect((await post(message)).status).toBe(401);
    sns.instead.delete(certificate(4));
    expect((await post(message)).status).toBe(200);
    const before = sns.requests.length;
    expect((await post(sns.message({ ...notification(), SigningCertURL: certificate(4) }))).status).toBe(200);
    expect(sns.requests).toHaveLength(before);
  });

  it("are refused without fetching anything for a topic that is not ours", async () => {
    const before = sns.requests.length;
    const TopicArn = "arn:aws:sns:us-east-1:999999999999:ses-events";
    expect((await post(sns.message({ ...notification(), TopicArn }))).status).toBe(401);
    expect(sns.requests).toHaveLength(before);
  });

  it("are refused once they are older than the service's retries", async () => {
    const Timestamp = new Date(Date.now() - 26 * 3_600_000).toISOString();
    expect((await post(sns.message({ ...notification(), Timestamp }))).status).toBe(401);
  });

  const confirmation = (given: Record<string, string> = {}) =>
    sns.message({
      Type: "SubscriptionConfirmation",
      Token: "a-token",
      Message: "You have chosen to subscribe",
      SubscribeURL: `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${SNS_TOPIC}&Token=a-token`,
      ...given,
    });

  it("that offer a subscription of our topic are confirmed by a job, once", async () => {
    const queued = () =>
      db().$queryRaw<{ payload: { url: string } }[]>`
        SELECT payload FROM graphile_worker._private_jobs j
        JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ${confirmSnsSubscription.name}`;
    const message = confirmation();
    expect((await post(message)).json).toEqual({ status: "accepted" });
    expect((await post(message)).json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
    await processAll();
    const jobs = await queued();
    expect(jobs).toHaveLength(1);
    expect(JSON.stringify(jobs)).toContain("Action=ConfirmSubscription");
  });

  it.each([
    "https://evil.example/?Action=ConfirmSubscription",
    "http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription",
    "https://sns.us-east-1.amazonaws.com/?Action=DeleteTopic",
    "https://user@sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription",
    "https://sns.us-east-1.amazonaws.com/elsewhere?Action=ConfirmSubscription",
  ])("that offer a subscription at %s are ignored", async (SubscribeURL) => {
    expect((await post(confirmation({ SubscribeURL }))).json).toMatchObject({ status: "ignored" });
    expect(confirmSnsSubscription.payload.safeParse({ url: SubscribeURL }).success).toBe(false);
  });

  it("that offer a subscription of another topic are refused", async () => {
    const TopicArn = "arn:aws:sns:us-east-1:999999999999:evil";
    expect((await post(confirmation({ TopicArn }))).status).toBe(401);
  });
});

describe("batches", () => {
  it("count each event once by its id, even if it arrives again in another batch", async () => {
    const mail = aMail();
    const [one, two, three] = ["delivery", "open", "click"].map((kind) => sendgridEvent(kind as Kind, mail));
    for (const batch of [
      [one, two, two],
      [two, three],
    ]) {
      const body = JSON.stringify(batch);
      const answer = await call(mailRoute("sendgrid").POST, "POST", { body, headers: sendgridHeaders(body) });
      expect(answer.json).toEqual({ status: "accepted" });
      await processAll();
    }
    const rows = await db().emailEvent.findMany({ where: { address: mail.address } });
    expect(rows.map(({ type }) => type).sort()).toEqual(["click", "delivery", "open"]);
  });

  it("drop events that can't be parsed, and keep the others", async () => {
    const mail = aMail();
    const open = sendgridEvent("open", mail);
    const bad = [null, 7, {}, { event: "open" }, { ...open, email: "no address" }];
    for (const event of ["constructor", "toString", "__proto__"]) bad.push({ ...open, event });
    const body = JSON.stringify([
      ...bad,
      sendgridEvent("open", mail),
      { ...sendgridEvent("open", mail), reason: "\u0000" },
    ]);
    const answer = await call(mailRoute("sendgrid").POST, "POST", { body, headers: sendgridHeaders(body) });
    expect(answer.json).toEqual({ status: "accepted" });
    await processAll();
    expect(await db().emailEvent.count({ where: { address: mail.address } })).toBe(2);
  });
});

describe("the mail shown on a record", () => {
  it("belongs to its own addresses only, and never to a record in another workspace", async () => {
    const [crm, other] = [await aCrm(), await aCrm()];
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    const bystander = await crm.make("person", { name: "Bob", email: aMail().address });
    await happen(postmark, "delivery", mail);
    expect(await eventsOf(crm, id)).toHaveLength(1);
    expect(await eventsOf(crm, bystander)).toEqual([]);
    const foreign = await call(events.GET, "GET", {
      bearer: other.bearer,
      params: { ...other.at("person"), record_id: id },
    });
    expect(foreign.status).toBe(404);
  });

  it("is paged, newest first", async () => {
    const crm = await aCrm();
    const mail = aMail();
    const id = await crm.make("person", { name: "Ada", email: mail.address });
    const kinds: Kind[] = ["delivery", "open", "click"];
    for (const [index, kind] of kinds.entries()) {
      await happen(ses, kind, { ...mail, at: new Date(mail.at.getTime() + index * 1000) });
    }
    const first = await call(events.GET, "GET", { ...at(crm, id), query: { limit: "2" } });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call(events.GET, "GET", { ...at(crm, id), query: { limit: "2", cursor } });
    const types = [...first.json, ...second.json].map(({ type }: { type: string }) => type);
    expect(types).toEqual(["click", "open", "delivery"]);
  });

  it("is deleted after thirteen months, but addresses that may get no mail are remembered", async () => {
    const mail = aMail();
    await happen(sendgrid, "complaint", mail);
    await sweepEmailEvents.handler({}, { now: new Date(Date.now() + 400 * 86_400_000) });
    expect(await db().emailEvent.count({ where: { address: mail.address } })).toBe(0);
    expect(await db().emailSuppression.count({ where: { address: mail.address } })).toBe(1);
  });
});

describe("sequences", () => {
  async function enrolled(crm: Crm, address: string) {
    const id = await crm.make("person", { name: "Ada", email: address });
    const params = { workspace_id: crm.workspaceId };
    const sequence = await call(sequences.POST, "POST", {
      bearer: crm.bearer,
      params,
      body: { name: "Welcome", object: "person", steps: [{ type: "wait", amount: 3, unit: "days" }] },
    });
    expect([sequence.status, sequence.text]).toEqual([201, sequence.text]);
    const enrolment = await call(enrollments.POST, "POST", {
      bearer: crm.bearer,
      params: { ...params, sequence_id: sequence.json.id },
      body: { record_id: id },
    });
    expect([enrolment.status, enrolment.text]).toEqual([201, enrolment.text]);
    return enrolment.json.id as string;
  }

  it("that begin after a bounce are not ended by its replay", async () => {
    const crm = await aCrm();
    const mail = aMail();
    const first = await enrolled(crm, mail.address);
    await happen(sendgrid, "bounce", mail);
    const { sequenceId, recordId, ...ended } = await db().sequenceEnrollment.findUniqueOrThrow({
      where: { id: first },
    });
    expect(ended.exitReason).toBe("bounced");
    const params = { workspace_id: crm.workspaceId, sequence_id: sequenceId };
    const body = { record_id: recordId };
    const again = await call(enrollments.POST, "POST", { bearer: crm.bearer, params, body });
    expect(again.status).toBe(201);
    const { deliveryId } = await db().inboundDeliveryWorkspace.findFirstOrThrow({
      where: { workspaceId: crm.workspaceId },
    });
    const place = { workspace_id: crm.workspaceId, received_id: deliveryId };
    expect((await call(replay, "POST", { bearer: crm.bearer, params: place })).status).toBe(202);
    await processAll();
    const { isOpen } = await db().sequenceEnrollment.findUniqueOrThrow({ where: { id: again.json.id } });
    expect(isOpen).toBe(true);
  });

  it.each<[Kind, string | null]>([
    ["bounce", "bounced"],
    ["complaint", "complained"],
    ["soft_bounce", null],
    ["open", null],
  ])("of an address with a %s end with %s, in every workspace, and no others", async (kind, reason) => {
    const crms = [await aCrm(), await aCrm()];
    const mail = aMail();
    const ids = [];
    for (const crm of crms) ids.push(await enrolled(crm, mail.address));
    const bystander = await enrolled(crms[0] as Crm, aMail().address);
    await happen(sendgrid, kind, mail);
    const rows = await db().sequenceEnrollment.findMany({ where: { id: { in: [...ids, bystander] } } });
    const reasonOf = new Map(rows.map(({ id, exitReason }) => [id, exitReason]));
    expect(ids.map((id) => reasonOf.get(id))).toEqual([reason, reason]);
    expect(reasonOf.get(bystander)).toBeNull();
  });
});
