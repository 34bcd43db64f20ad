import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, it } from "vitest";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { mailNotification } from "@/lib/notifications/jobs";
import { db } from "@/lib/platform/database";
import { aCrm, aReceiver } from "@/tests/support/automations";

/* What leaves the house, with the settings of a public deployment: guarded requests, and mail. */

type Received = { to: string[]; message: string };
const received: Received[] = [];
const server = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const to = session.envelope.rcptTo.map((each) => each.address);
      received.push({ to, message: Buffer.concat(chunks).toString("utf8") });
      done();
    });
  },
});
const listener = server.listen(0, "127.0.0.1");
await once(listener, "listening");

// The settings are read once, on first use.
process.env.OUTBOUND_ALLOW_PRIVATE_NETWORK = "false";
process.env.SMTP_URL = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
process.env.SMTP_FROM = "Platform <no-reply@platform.example>";

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const CREATED = { type: "record.created", object: "company" };

it("a request to a private address is refused on saving, and on sending if it was stored before", async () => {
  const crm = await aCrm();
  const receiver = await aReceiver();
  for (const url of [
    receiver.url,
    "http://169.254.169.254/",
    "http://[::1]/",
    "http://2130706433/",
    "http://localhost/",
  ]) {
    const body = { name: "x", trigger: CREATED, actions: [{ type: "http_request", url }] };
    const answer = await crm.saveAutomation(body);
    expect([url, answer.status, answer.json.issues?.[0]]).toEqual([
      url,
      422,
      { path: "actions.0.url", message: "Destination not allowed" },
    ]);
    const steps = [{ type: "http_request", url }];
    const sequence = await crm.saveSequence({ name: "x", object: "company", steps });
    expect([url, sequence.status, sequence.json.issues?.[0]]).toEqual([
      url,
      422,
      { path: "steps.0.url", message: "Destination not allowed" },
    ]);
  }
  const { id, actions } = await crm.anAutomation({
    trigger: CREATED,
    actions: [{ type: "http_request", url: "https://example.com/" }],
  });
  const slipped = actions.map((action) => ({ ...action, url: receiver.url }));
  await db().automation.update({ where: { id }, data: { actions: slipped } });
  await crm.create("company", { name: "A" });
  const [run] = await crm.runs();
  await runAutomation(run?.id ?? "", "requests", new Date());
  expect(await crm.runs()).toMatchObject([{ status: "failed", error: "Destination not allowed" }]);
  expect(receiver.received).toEqual([]);
});

it("a notification is mailed as text to its member, and no value can add headers", async () => {
  const crm = await aCrm();
  await crm.anAutomation({
    trigger: CREATED,
    actions: [
      {
        type: "notify",
        developer_ids: [crm.ada.id],
        title: "{{record.name}} came",
        body: "<b>{{record.industry}}</b>",
      },
    ],
  });
  const company = await crm.create("company", { name: "Tea\r\nBcc: eve@example.com", industry: "Tea" });
  await crm.drain();
  const [row] = await db().notification.findMany({ where: { developerId: crm.ada.id } });
  await mailNotification.handler({ notification_id: row?.id ?? "" }, { now: new Date() });
  const [mail, ...others] = received;
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([crm.ada.email]);
  expect(mail?.message).toMatch(/^Subject: Tea Bcc: eve@example\.com came\r$/m);
  expect(mail?.message).not.toMatch(/^Bcc:/m);
  expect(mail?.message).toContain("Content-Type: text/plain");
  expect(mail?.message).toContain("<b>Tea</b>");
  // Long lines are broken on the way (RFC 2045, 6.7).
  expect(mail?.message.replaceAll("=\r\n", "")).toContain(`/crm/company/${company.id}`);
  await db().notification.updateMany({ data: { readAt: new Date() } });
  await mailNotification.handler({ notification_id: row?.id ?? "" }, { now: new Date() });
  expect(received.length).toBe(1);
});
