import { describe, expect, it } from "vitest";
import * as chat from "@/app/api/v1/integrations/webhooks/chat/route";
import * as payments from "@/app/api/v1/integrations/webhooks/payments/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { mailProviders, sendgridEvent } from "@/tests/support/mail-webhooks";
import { type Sns, startSns } from "@/tests/support/sns";

// No provider has a secret here: the requirements let each be believed then (Authentication, 11).

describe("without a secret", () => {
  it("every mail provider is trusted, whatever its signature", async () => {
    const sns: Sns = await startSns();
    await sns.stop();
    for (const provider of mailProviders(() => sns)) {
      const address = `${provider.name}@example.com`;
      const { body } = provider.post("complaint", { address, messageId: "m-1", at: new Date() });
      const answer = await call(provider.route.POST, "POST", { body });
      expect([provider.name, answer.json]).toEqual([provider.name, { status: "accepted" }]);
    }
    await processAll();
    expect(await db().emailSuppression.count()).toBe(4);
    const where = { verification: "off", subject: { endsWith: "@example.com" } };
    expect(await db().inboundDelivery.count({ where })).toBe(4);
  });

  it("the relevant part of a large batch is kept, and each event is processed", async () => {
    const sns: Sns = await startSns();
    await sns.stop();
    const sendgrid = mailProviders(() => sns).find(({ name }) => name === "sendgrid");
    const batch = Array.from({ length: 250 }, (_, index) => ({
      ...sendgridEvent("soft_bounce", {
        address: `batch-${index}@example.com`,
        messageId: `m-${index}`,
        at: new Date(),
      }),
      useragent: "u".repeat(500),
    }));
    const answer = sendgrid && (await call(sendgrid.route.POST, "POST", { body: batch }));
    expect(answer?.json).toEqual({ status: "accepted" });
    await processAll();
    const where = { address: { startsWith: "batch-" }, reason: { not: null }, messageId: { not: null } };
    expect(await db().emailEvent.count({ where })).toBe(batch.length);
    const row = await db().inboundDelivery.findFirstOrThrow({
      where: { provider: "sendgrid", subject: { contains: "batch-0@" } },
      include: { body: true },
    });
    expect(row.body?.bytes.length).toBeLessThanOrEqual(65_536);
  });

  it("no topic subscription is confirmed", async () => {
    const sns: Sns = await startSns();
    await sns.stop();
    const [ses] = mailProviders(() => sns);
    const message = sns.message({
      Type: "SubscriptionConfirmation",
      Token: "t",
      Message: "m",
      SubscribeURL: "https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription",
    });
    const answer = ses && (await call(ses.route.POST, "POST", { body: message }));
    expect(answer?.json).toMatchObject({ status: "ignored" });
  });

  it("payments and chat are trusted too", async () => {
    expect((await call(payments.POST, "POST", { body: { id: "e", type: "x" } })).status).toBe(200);
    const handshake = { type: "url_verification", challenge: "c" };
    expect((await call(chat.POST, "POST", { body: handshake })).json).toEqual({ challenge: "c" });
  });
});
