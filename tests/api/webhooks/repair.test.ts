import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { POST as redeliver } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/redeliver/route";
import { POST as recover } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/recover/route";
import { PATCH as update } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { POST as test } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/test/route";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { deliverWebhook, sweepWebhookDeliveries, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { eraseOld } from "@/lib/webhooks/retention/erase-old";
import { call } from "@/tests/support/call";
import { Subscriber } from "@/tests/support/subscriber";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";
const WAIT = { timeout: 15_000, interval: 20 };

async function aPlace(answer?: Subscriber["answer"]) {
  const at = await aSubscribedWorkspace();
  const subscriber = new Subscriber(answer);
  await subscriber.listen();
  onTestFinished(() => subscriber.close());
  const webhook = await aWebhook(at, subscriber.url);
  const params = { workspace_id: at.workspaceId, webhook_id: webhook.id };
  return { ...at, subscriber, webhook, params, bearer: at.owner.jwt };
}

async function working() {
  const engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
  onTestFinished(engine.stop);
}

/** Deliveries that ended as failures, as an outage leaves them behind. */
async function failedDeliveries(webhookId: string, count: number, createdAt = new Date()) {
  await db().webhookDelivery.createMany({
    data: Array.from({ length: count }, () => ({
      webhookId,
      eventId: randomUUID(),
      eventType: "record.created",
      status: "failed",
      failureReason: "attempts_exhausted",
      attemptNumber: 6,
      roundAttempts: 6,
      body: JSON.stringify({ data: {} }),
      createdAt,
      finishedAt: createdAt,
    })),
  });
}

describe("a test event", () => {
  it("is sent to its webhook only, whatever that subscribes to, like any other", async () => {
    const { bearer, params, subscriber, webhook, ...at } = await aPlace();
    await call(update, "PATCH", { bearer, params, body: { events: ["record.deleted"] } });
    const other = await aWebhook(at, subscriber.url);
    await working();
    const answer = await call(test, "POST", { bearer, params });
    expect([answer.status, answer.json.status]).toEqual([202, "pending"]);
    await vi.waitFor(() => expect(subscriber.received).toHaveLength(1), WAIT);
    expect(subscriber.received[0]?.headers["x-svc-event"]).toBe("webhook.test");
    expect(JSON.parse(String(subscriber.received[0]?.raw)).data.webhook_id).toBe(webhook.id);
    expect(await deliveriesOf(other.id)).toEqual([]);
    await call(update, "PATCH", { bearer, params, body: { is_active: false } });
    expect((await call(test, "POST", { bearer, params })).status).toBe(409);
  });
});

describe("redelivering", () => {
  it("sends the same bytes with the same id, and continues counting attempts", async () => {
    const { bearer, params, subscriber, webhook, workspaceId } = await aPlace();
    await working();
    await emitCommitted(workspaceId, [{ text: "Grün" }]);
    const ended = async (attempts: number) => {
      const [row] = await deliveriesOf(webhook.id);
      expect([row?.status, row?.attemptNumber]).toEqual(["success", attempts]);
      return row?.id ?? "";
    };
    const delivery_id = await vi.waitFor(() => ended(1), WAIT);
    const answer = await call(redeliver, "POST", { bearer, params: { ...params, delivery_id } });
    expect(answer.status).toBe(202);
    await vi.waitFor(() => ended(2), WAIT);
    const [first, second] = subscriber.received;
    expect(second?.raw.equals(first?.raw ?? Buffer.of())).toBe(true);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  it("does not wait for the planned retry, and leaves no second one behind", async () => {
    const { bearer, params, subscriber, webhook, workspaceId } = await aPlace((response, _, count) =>
      response.writeHead(count <= 5 ? 500 : 200).end(),
    );
    await working();
    await emitCommitted(workspaceId, [{}]);
    const fifth = async () => {
      const [row] = await deliveriesOf(webhook.id);
      expect([row?.attemptNumber, row?.claimedUntil]).toEqual([5, null]);
      return row?.id ?? "";
    };
    const delivery_id = await vi.waitFor(fifth, { timeout: 25_000, interval: 20 });
    const at = Date.now();
    await call(redeliver, "POST", { bearer, params: { ...params, delivery_id } });
    await vi.waitFor(() => expect(subscriber.received).toHaveLength(6), WAIT);
    // The sixth attempt was planned 12 s after the fifth.
    expect(Date.now() - at).toBeLessThan(10_000);
    await vi.waitFor(async () => expect((await deliveriesOf(webhook.id))[0]?.status).toBe("success"), WAIT);
  }, 50_000);

  it("is refused while the webhook is off, once the payload is erased, and during an attempt", async () => {
    const { bearer, params, webhook, workspaceId } = await aPlace();
    await emitCommitted(workspaceId, [{}]);
    const [row] = await deliveriesOf(webhook.id);
    const delivery_id = row?.id ?? "";
    const ask = async () =>
      (await call(redeliver, "POST", { bearer, params: { ...params, delivery_id } })).status;
    const set = (data: object) => db().webhookDelivery.update({ where: { id: delivery_id }, data });
    await set({ claimedUntil: new Date(Date.now() + 20_000) });
    expect(await ask()).toBe(409);
    await set({ claimedUntil: null, body: null, isErased: true });
    expect(await ask()).toBe(409);
    await set({ body: "{}", isErased: false });
    await call(update, "PATCH", { bearer, params, body: { is_active: false } });
    expect(await ask()).toBe(409);
    await call(update, "PATCH", { bearer, params, body: { is_active: true } });
    expect(await ask()).toBe(202);
  });
});

describe("recovering", () => {
  it("counts first, then sends all failed deliveries of the span, more than there are slots", async () => {
    const { bearer, params, subscriber, webhook } = await aPlace();
    const since = new Date(Date.now() - 3_600_000);
    await failedDeliveries(webhook.id, 60);
    await failedDeliveries(webhook.id, 3, new Date(since.getTime() - 1000));
    const ask = (extra: object) =>
      call(recover, "POST", { bearer, params, body: { since: since.toISOString(), ...extra } });
    expect((await ask({ dry_run: true })).json).toEqual({ count: 60, failed: 60, waiting: 0, held: 0 });
    expect((await ask({ until: since.toISOString(), dry_run: true })).json).toEqual({
      count: 0,
      failed: 0,
      waiting: 0,
      held: 0,
    });
    await working();
    expect((await ask({})).json).toEqual({ count: 60, failed: 60, waiting: 0, held: 0 });
    expect((await ask({})).json).toEqual({ count: 0, failed: 0, waiting: 0, held: 0 });
    await vi.waitFor(async () => {
      const statuses = (await deliveriesOf(webhook.id)).map(({ status }) => status);
      expect(statuses.filter((status) => status === "success")).toHaveLength(60);
    }, WAIT);
    const ids = subscriber.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(60);
    expect((await ask({ dry_run: true })).json).toEqual({ count: 0, failed: 0, waiting: 0, held: 0 });
  }, 40_000);

  it("sends what waits for its next attempt only if asked, once, and leaves what is being sent", async () => {
    const { bearer, params, subscriber, webhook, workspaceId } = await aPlace();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await emitCommitted(workspaceId, [{}, {}, {}]);
    const [sending] = await deliveriesOf(webhook.id);
    const inTenHours = {
      status: "pending",
      attemptNumber: 7,
      roundAttempts: 7,
      nextRetryAt: new Date(Date.now() + 36e6),
    };
    await db().webhookDelivery.updateMany({ where: { webhookId: webhook.id }, data: inTenHours });
    const claimedUntil = new Date(Date.now() + 60_000);
    await db().webhookDelivery.update({ where: { id: sending?.id ?? "" }, data: { claimedUntil } });
    await failedDeliveries(webhook.id, 1);
    const ask = async (extra: object) =>
      (await call(recover, "POST", { bearer, params, body: { since, ...extra } })).json;
    expect(await ask({ dry_run: true })).toEqual({ count: 1, failed: 1, waiting: 0, held: 0 });
    expect(await ask({ dry_run: true, waiting: true })).toEqual({ count: 3, failed: 1, waiting: 2, held: 0 });
    await working();
    const answers = await Promise.all([ask({ waiting: true }), ask({ waiting: true })]);
    expect(answers.map(({ count }) => count).sort()).toEqual([0, 3]);
    await vi.waitFor(async () => {
      const statuses = (await deliveriesOf(webhook.id)).map(({ status }) => status);
      expect(statuses.filter((status) => status === "success")).toHaveLength(3);
    }, WAIT);
    expect(subscriber.received).toHaveLength(3);
    const { status } = await call(recover, "POST", { bearer, params, body: { since, waiting: "yes" } });
    expect(status).toBe(422);
  }, 30_000);

  it("leaves what became due while it waited for its turn", async () => {
    const { bearer, params, webhook, workspaceId } = await aPlace();
    await emitCommitted(workspaceId, [{}, {}]);
    const data = { nextRetryAt: new Date(Date.now() + 60_000) };
    await db().webhookDelivery.updateMany({ where: { webhookId: webhook.id }, data });
    const body = { since: new Date(0).toISOString(), waiting: true };
    expect((await call(recover, "POST", { bearer, params, body })).json.count).toBe(0);
  });

  it("is refused while the webhook is off", async () => {
    const { bearer, params } = await aPlace();
    await call(update, "PATCH", { bearer, params, body: { is_active: false } });
    const body = { since: new Date(0).toISOString() };
    expect((await call(recover, "POST", { bearer, params, body })).status).toBe(409);
  });
});

describe("the sweep", () => {
  it("restores deliveries whose jobs were lost, and those whose process died while sending", async () => {
    const { subscriber, webhook, workspaceId } = await aPlace();
    await emitCommitted(workspaceId, [{}, {}, {}]);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    const past = new Date(Date.now() - 120_000);
    const [first] = await deliveriesOf(webhook.id);
    await db().webhookDelivery.updateMany({ where: { webhookId: webhook.id }, data: { nextRetryAt: past } });
    await db().webhookDelivery.update({ where: { id: first?.id ?? "" }, data: { claimedUntil: past } });
    await working();
    await sweepWebhookDeliveries.handler({}, { now: new Date() });
    await vi.waitFor(() => expect(subscriber.received).toHaveLength(3), WAIT);
  });

  it("ignores what is not due or is being sent, and ends what a switched-off webhook got too late", async () => {
    const [busy, off] = [await aPlace(), await aPlace()];
    await emitCommitted(busy.workspaceId, [{}, {}]);
    await emitCommitted(off.workspaceId, [{}]);
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    const [later, claimed] = await deliveriesOf(busy.webhook.id);
    const [past, future] = [new Date(Date.now() - 120_000), new Date(Date.now() + 120_000)];
    await db().webhookDelivery.update({ where: { id: later?.id ?? "" }, data: { nextRetryAt: future } });
    await db().webhookDelivery.update({
      where: { id: claimed?.id ?? "" },
      data: { nextRetryAt: past, claimedUntil: future },
    });
    await db().webhook.update({ where: { id: off.webhook.id }, data: { isActive: false } });
    await sweepWebhookDeliveries.handler({}, { now: new Date() });
    const mine = busy.webhook.id;
    const { rows } = await pool().query(
      "SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'webhook_id' = $1",
      [mine],
    );
    expect(rows).toEqual([]);
    expect(await deliveriesOf(off.webhook.id)).toMatchObject([
      { status: "failed", failureReason: "webhook_disabled" },
    ]);
  });
});

describe("a webhook that fails for five days", () => {
  async function lastFailure(failingSince: Date) {
    const place = await aPlace((response) => response.writeHead(500).end());
    await db().webhook.update({ where: { id: place.webhook.id }, data: { failingSince } });
    await emitCommitted(place.workspaceId, [{}, {}]);
    const [row] = await deliveriesOf(place.webhook.id);
    // Its next attempt is its last.
    await db().webhookDelivery.update({
      where: { id: row?.id ?? "" },
      data: { roundAttempts: 5, attemptNumber: 5 },
    });
    await working();
    await vi.waitFor(async () => {
      const found = await db().webhookDelivery.findUniqueOrThrow({ where: { id: row?.id ?? "" } });
      expect(found.status).toBe("failed");
    }, WAIT);
    return place;
  }

  it("is switched off with the reason, its pending deliveries fail, and the audit log says so", async () => {
    const { webhook } = await lastFailure(new Date(Date.now() - 5 * DAY_MS));
    await vi.waitFor(async () => {
      const row = await db().webhook.findUniqueOrThrow({ where: { id: webhook.id } });
      expect(row).toMatchObject({ isActive: false, disabledReason: "failing" });
    }, WAIT);
    await vi.waitFor(async () => {
      const reasons = (await deliveriesOf(webhook.id)).map(({ failureReason }) => failureReason);
      expect(reasons.toSorted()).toEqual(["attempts_exhausted", "webhook_disabled"]);
    }, WAIT);
    const actions = await db().auditEvent.findMany({ where: { targetId: webhook.id } });
    expect(actions).toContainEqual(
      expect.objectContaining({
        action: "webhook.disabled",
        actorId: null,
        after: expect.objectContaining({ url: expect.stringContaining("http") }),
      }),
    );
  });

  it("stays on after one day less", async () => {
    const { webhook } = await lastFailure(new Date(Date.now() - 4 * DAY_MS));
    expect((await db().webhook.findUniqueOrThrow({ where: { id: webhook.id } })).isActive).toBe(true);
  });
});

describe("retention", () => {
  it("erases bodies and responses after 30 days, and the rest after a year", async () => {
    const { webhook } = await aPlace();
    const now = new Date();
    const ages = [1, 29, 31, 364, 366];
    for (const days of ages) {
      const createdAt = new Date(now.getTime() - days * DAY_MS);
      await db().webhookDelivery.create({
        data: {
          webhookId: webhook.id,
          eventId: randomUUID(),
          eventType: "record.created",
          status: days === 31 ? "pending" : "success",
          attemptNumber: 1,
          body: "{}",
          createdAt,
          attempts: {
            create: {
              number: 1,
              url: "https://example.com/",
              signature: "s",
              webhookSignature: "w",
              statusCode: 200,
              responseBody: "theirs",
              responseHeaders: { location: "theirs" },
              durationMs: 5,
              startedAt: createdAt,
            },
          },
        },
      });
    }
    await eraseOld(now);
    const rows = (await deliveriesOf(webhook.id)).toReversed();
    const facts = rows.map(({ body, isErased, status, attempts: [attempt] }) => [
      body,
      isErased,
      status,
      attempt?.responseBody,
      attempt?.responseHeaders,
      attempt?.statusCode,
    ]);
    expect(facts).toEqual([
      ["{}", false, "success", "theirs", { location: "theirs" }, 200],
      ["{}", false, "success", "theirs", { location: "theirs" }, 200],
      [null, true, "failed", null, null, 200],
      [null, true, "success", null, null, 200],
    ]);
  });

  it("deletes what deleted webhooks left behind", async () => {
    const { webhook } = await aPlace();
    await failedDeliveries(webhook.id, 3);
    const data = { isActive: false, deletedAt: new Date() };
    await db().webhook.update({ where: { id: webhook.id }, data });
    await eraseOld(new Date());
    expect(await db().webhook.count({ where: { id: webhook.id } })).toBe(0);
    expect(await db().webhookDelivery.count({ where: { webhookId: webhook.id } })).toBe(0);
  });
});
