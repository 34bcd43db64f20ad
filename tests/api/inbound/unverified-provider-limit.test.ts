import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { POST as codeHost } from "@/app/api/v1/webhooks/code_host/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { call } from "@/tests/support/call";

// In a file of its own, because nothing unverified of this provider gets through after it.
it("the limit on unverified deliveries applies per provider, however many addresses send them", async () => {
  const limit = "unverified_webhook_kib_per_provider";
  await checkLimits([{ limit, key: "code_host", weight: LIMITS[limit].countMax - 10 }], new Date());
  const { status, json } = await call(codeHost, "POST", {
    body: JSON.stringify({ zen: randomUUID(), padding: "x".repeat(60_000) }),
    headers: { "x-host-event": "ping", "x-host-delivery": randomUUID(), "x-forwarded-for": "203.0.113.10" },
  });
  expect([status, json.detail]).toEqual([
    429,
    "Too many KiB of unverified webhooks of this provider: at most 131072 in an hour.",
  ]);
});
