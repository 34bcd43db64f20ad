import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as chat from "@/app/api/v1/integrations/webhooks/chat/route";
import * as payments from "@/app/api/v1/integrations/webhooks/payments/route";
import { call } from "@/tests/support/call";
import { MAIL_SETTINGS, mailProviders } from "@/tests/support/mail-webhooks";
import { type Sns, startSns } from "@/tests/support/sns";

// Of payments and chat there is no secret here: demanded signatures that nothing can verify refuse everything.
Object.assign(process.env, MAIL_SETTINGS, { WEBHOOKS_REQUIRE_SIGNATURE: "true" });

let sns: Sns;
beforeAll(async () => {
  sns = await startSns();
});
afterAll(() => sns.stop());

const mail = { address: "ada@example.com", messageId: "m-1", at: new Date() };

describe("while signatures are demanded", () => {
  it.each(mailProviders(() => sns))("$name is accepted signed, and refused unsigned", async (provider) => {
    const { body, headers } = provider.post("open", mail);
    expect((await call(provider.route.POST, "POST", { body, headers })).status).toBe(200);
    const bare = JSON.parse(body);
    delete bare.Signature;
    delete bare.signature;
    const refused = await call(provider.route.POST, "POST", { body: JSON.stringify(bare) });
    expect([refused.status, refused.json]).toEqual([401, { detail: "Invalid webhook signature" }]);
  });

  it.each([
    ["payments", payments.POST],
    ["chat", chat.POST],
  ])("%s without a secret is always refused", async (_name, route) => {
    expect((await call(route, "POST", { body: {} })).status).toBe(401);
  });
});
