import { expect, it } from "vitest";
import { db } from "@/lib/platform/database";
import { deliverDue } from "@/lib/webhooks/due/deliver-due";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.05";

it("a run comes back for a retry that became due before it ended", async () => {
  const at = await aSubscribedWorkspace();
  const failing = await aSubscriber((response) => response.writeHead(500).end());
  const other = await aSubscriber((response) => void setTimeout(() => response.end(), 400));
  for (const { url } of [failing, other]) await aWebhook(at, url);
  await emitCommitted(at.workspaceId, [{}]);
  const again = await deliverDue({ isSlow: false, leftMs: () => 50_000, onSlow: async () => {} });
  const [left] = await db().webhookDelivery.findMany({
    where: { status: "pending", webhook: { workspaceId: at.workspaceId } },
  });
  expect(left?.nextRetryAt).toBeInstanceOf(Date);
  expect(again).toEqual({ againAt: left?.nextRetryAt });
});

it("a run sends nothing on behalf of an owner who may not see the event any more", async () => {
  const at = await aSubscribedWorkspace();
  const subscriber = await aSubscriber();
  const webhook = await aWebhook(at, subscriber.url);
  await emitCommitted(at.workspaceId, [{}]);
  await db().workspaceMember.updateMany({
    where: { developerId: at.owner.id },
    data: { status: "suspended" },
  });
  await deliverDue({ isSlow: false, leftMs: () => 50_000, onSlow: async () => {} });
  expect(await deliveriesOf(webhook.id)).toMatchObject([
    { status: "failed", failureReason: "not_permitted", attempts: [], claimedUntil: null },
  ]);
  expect(subscriber.received).toEqual([]);
  expect(await db().webhookLease.count({ where: { webhookId: webhook.id } })).toBe(0);
});
