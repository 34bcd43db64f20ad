import { expect, it, vi } from "vitest";
import { db } from "@/lib/platform/database";
import { deliverSlowWebhooks, deliverWebhook } from "@/lib/webhooks/jobs";
import { aSubscriber, describeDeliveryGuarantees } from "@/tests/support/delivery-guarantees";
import { servedByInngest } from "@/tests/support/served-by-inngest";
import { aSubscribedWorkspace, aWebhook, emitCommitted } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";

const DELIVER = "workspace-platform-webhooks-deliver";
const WAIT = { timeout: 30_000, interval: 20 };

const inngest = servedByInngest([deliverWebhook, deliverSlowWebhooks]);

// Retries of a second share a run, and each is a request of Inngest's.
describeDeliveryGuarantees("Inngest", 4, 15_000);

/** All that other tests left has been delivered, or waits for its next attempt. */
async function quiet(): Promise<void> {
  await db().webhookDelivery.deleteMany({ where: { status: "pending" } });
  await vi.waitFor(() => expect(inngest.idle).toBe(true), WAIT);
}

it("hundreds of deliveries are a few runs", async () => {
  const at = await aSubscribedWorkspace();
  const subscribers = await Promise.all(Array.from({ length: 5 }, () => aSubscriber()));
  for (const { url } of subscribers) await aWebhook(at, url);
  await quiet();
  inngest.executions.length = 0;
  const beganMs = Date.now();
  for (let i = 0; i < 60; i++) await emitCommitted(at.workspaceId, [{ i }, { i }]);
  await vi.waitFor(
    () => expect(subscribers.map(({ received }) => received.length)).toEqual(Array(5).fill(120)),
    WAIT,
  );
  await vi.waitFor(() => expect(inngest.idle).toBe(true), WAIT);
  expect(new Set(inngest.executions.map(({ fn }) => fn))).toEqual(new Set([DELIVER]));
  // An event for each of the changes, however many deliveries it brings about, and a batch is a second's of them.
  expect(inngest.executions.reduce((sum, { events }) => sum + events, 0)).toBe(60);
  expect(inngest.executions.length).toBeLessThanOrEqual((Date.now() - beganMs) / 1_000 + 1);
}, 90_000);

it("stuck webhooks don't block others, however many runs there are at once", async () => {
  const tarpit = await aSubscribedWorkspace();
  const hanging = await Promise.all(Array.from({ length: 8 }, () => aSubscriber(() => {})));
  for (const { url } of hanging) await aWebhook(tarpit, url);
  const at = await aSubscribedWorkspace();
  const healthy = await aSubscriber();
  await aWebhook(at, healthy.url);
  await quiet();
  for (let i = 0; i < 10; i++) await emitCommitted(tarpit.workspaceId, Array(4).fill({ i }));
  await vi.waitFor(() => expect(hanging.every(({ received }) => received.length > 0)).toBe(true), WAIT);
  // Requests that hang are given up after 15 s: until then new events come in, and are delivered.
  for (let i = 1; i <= 10; i++) {
    await emitCommitted(at.workspaceId, [{ i }]);
    await vi.waitFor(() => expect(healthy.received).toHaveLength(i), WAIT);
  }
  const [first] = await db().webhookAttempt.findMany({
    where: { delivery: { webhook: { workspaceId: tarpit.workspaceId } } },
  });
  expect(first).toBeUndefined();
}, 90_000);
