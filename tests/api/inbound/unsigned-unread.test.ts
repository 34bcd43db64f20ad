import { expect, it } from "vitest";
import { PROVIDERS } from "@/lib/inbound/registry";
import { routeOf, SENDER_SETTINGS } from "@/tests/support/inbound-senders";

Object.assign(process.env, SENDER_SETTINGS, { WEBHOOKS_REQUIRE_SIGNATURE: "true", CHAT_WEBHOOK_SECRET: "" });

/** Posts a body of which is told how many pieces were asked for. */
async function post(provider: (typeof PROVIDERS)[number], signature: Record<string, string> = {}) {
  let asked = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        asked++;
        controller.enqueue(Buffer.from("{}"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...signature },
    body,
    duplex: "half",
  };
  const route = await routeOf(provider);
  const answer = await route(new Request(`http://localhost:3000${provider.path}`, init as RequestInit), {
    params: Promise.resolve({}),
  });
  return { status: answer.status, json: await answer.json(), asked };
}

it.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
  "%s: while signatures are required, a body without a signature header is not even read",
  async (name, provider) => {
    const { status, json, asked } = await post(provider);
    expect([status, json]).toEqual([401, { detail: "Invalid webhook signature" }]);
    // Of chat there is no secret here, so that nothing it sends can be signed. Mailgun and SES sign in the body.
    const isInBody = provider.isConfigured() && provider.signature.place === "body";
    expect([name, asked]).toEqual([name, isInBody ? 1 : 0]);
  },
);

it("a signature that there is no secret for is refused like none, before the body is read", async () => {
  const chat = PROVIDERS.find(({ name }) => name === "chat");
  if (!chat) throw new Error("there is no chat");
  const signature = { "x-slack-signature": "v0=00", "x-slack-request-timestamp": "1" };
  expect(chat.signature.place === "headers" && chat.signature.isSigned(new Headers(signature))).toBe(true);
  const { status, asked } = await post(chat, signature);
  expect([status, asked]).toEqual([401, 0]);
});
