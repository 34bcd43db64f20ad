import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type EmbeddedEngine, startEmbeddedEngine } from "@/lib/jobs/embedded";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { acceptedBy, aSubscriber, describeDeliveryGuarantees } from "@/tests/support/delivery-guarantees";
import { aSubscribedWorkspace, aWebhook, emitCommitted } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";

let engine: EmbeddedEngine;
beforeAll(async () => {
  engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
});
afterAll(() => engine.stop());

describeDeliveryGuarantees("embedded", 4, 5_000);

it("ten thousand deliveries arrive, and both verifiers accept each", async () => {
  const at = await aSubscribedWorkspace();
  const subscriber = await aSubscriber();
  const webhook = await aWebhook(at, subscriber.url);
  for (let batch = 0; batch < 100; batch++) {
    await emitCommitted(
      at.workspaceId,
      Array.from({ length: 100 }, (_, i) => ({ text: `Grüße ${batch * 100 + i} 日本語 🌱` })),
    );
  }
  await vi.waitFor(() => expect(subscriber.received.length).toBeGreaterThanOrEqual(10_000), {
    timeout: 150_000,
    interval: 100,
  });
  expect(subscriber.received.filter((each) => acceptedBy(webhook.secret, each))).toHaveLength(10_000);
  const ids = new Set(subscriber.received.map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(10_000);
}, 180_000);
