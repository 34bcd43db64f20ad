import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { db } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { warnOfUnverified } from "@/lib/server/warn-of-unverified";
import { deliver, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;
process.env.WEBHOOKS_REQUIRE_SIGNATURE = "true";

it("where signatures are required, the service refuses a body without one, and records nothing", async () => {
  const body = new Request("http://localhost", { method: "POST", body: "{}" });
  const { POST } = await import("@/app/api/v1/webhooks/code_host/route");
  body.headers.set("x-host-event", "ping");
  body.headers.set("x-host-delivery", randomUUID());
  const response = await POST(body, { params: Promise.resolve({}) });
  expect([response.status, await response.json()]).toEqual([401, { detail: "Invalid webhook signature" }]);
  expect(await db().inboundDelivery.count({ where: { verification: "unsigned" } })).toBe(0);
});

it("where signatures are required, the service accepts signed bodies", async () => {
  expect((await deliver("ping", "{}")).json).toEqual({ status: "accepted" });
});

it("where signatures are required, the service warns of nothing at startup", () => {
  const warn = vi.spyOn(log, "warn");
  warnOfUnverified();
  expect(warn.mock.calls).toEqual([]);
});
