import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { POST } from "@/app/api/v1/webhooks/code_host/route";
import { PROVIDERS } from "@/lib/inbound/registry";
import { db } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { warnOfUnverified } from "@/lib/server/warn-of-unverified";
import { call } from "@/tests/support/call";

// A setting that is there and empty counts as none.
process.env.CODE_HOST_WEBHOOK_SECRET = "";

it.each([
  ["without a signature", {}],
  ["with one that nothing can be held against", { "x-host-signature-256": "sha256=00" }],
])(
  "accepts a body %s while no secret is set, and records that verification was off",
  async (_what, extra) => {
    const delivery = randomUUID();
    const headers = { "x-host-event": "ping", "x-host-delivery": delivery, ...extra };
    const answer = await call(POST, "POST", { body: "{}", headers });
    expect([answer.status, answer.json]).toEqual([200, { status: "accepted" }]);
    const row = await db().inboundDelivery.findFirst({ where: { externalId: delivery } });
    expect(row).toMatchObject({ verification: "off" });
  },
);

it("at startup the service names, in one line, all providers whose webhooks are processed without proof", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  warnOfUnverified();
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ providers: PROVIDERS.map(({ name }) => name) }), expect.any(String)],
  ]);
});
