import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/platform/database";
import { emit, emitAll } from "@/lib/webhooks/emit";
import { EMITTED_JOBS_MAX } from "@/lib/webhooks/limits";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { anEvent } from "@/tests/support/webhooks";

async function aWebhookRow(workspaceId: string, events: string[], isActive = true) {
  const at = new Date();
  const { ownerId } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  return db().webhook.create({
    data: {
      workspaceId,
      url: "https://example.com/hook",
      events,
      ownerId,
      secretEncrypted: "k1.x",
      isActive,
      createdAt: at,
      updatedAt: at,
    },
  });
}

async function aWorkspaceId() {
  return (await aWorkspace(await aDeveloper())).id;
}

function deliveriesOf(webhookId: string) {
  return db().webhookDelivery.findMany({ where: { webhookId } });
}

async function jobsOf(deliveryIds: string[]) {
  const rows = await db().$queryRaw<{ payload: { delivery_id: string } }[]>`
    SELECT payload FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'webhooks.deliver'`;
  return rows.filter(({ payload }) => deliveryIds.includes(payload.delivery_id));
}

describe("emitting an event", () => {
  it("writes one delivery and one job per active webhook that subscribes to its type or to all", async () => {
    const workspaceId = await aWorkspaceId();
    const [exact, all, other, off] = await Promise.all([
      aWebhookRow(workspaceId, ["record.created", "record.deleted"]),
      aWebhookRow(workspaceId, ["*"]),
      aWebhookRow(workspaceId, ["record.updated"]),
      aWebhookRow(workspaceId, ["*"], false),
    ]);
    const foreign = await aWebhookRow(await aWorkspaceId(), ["*"]);
    const now = new Date();
    const data = {
      object: "company",
      record_id: randomUUID(),
      values: { name: "Grün \u0000 \ud800 🌱" },
      actor_id: null,
    };
    await transaction((tx) => emit(tx, { workspaceId, type: "record.created", data }, now));
    const rows = [...(await deliveriesOf(exact.id)), ...(await deliveriesOf(all.id))];
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(1);
    expect(rows.map(({ status, attemptNumber }) => [status, attemptNumber])).toEqual([
      ["pending", 0],
      ["pending", 0],
    ]);
    expect(JSON.parse(rows[0]?.body ?? "")).toEqual({
      id: rows[0]?.eventId,
      type: "record.created",
      created_at: now.toISOString(),
      workspace_id: workspaceId,
      data,
    });
    expect(await jobsOf(rows.map(({ id }) => id))).toHaveLength(2);
    for (const webhook of [other, off, foreign]) expect(await deliveriesOf(webhook.id)).toEqual([]);
  });

  it("leaves no delivery and no job behind if the change is rolled back", async () => {
    const workspaceId = await aWorkspaceId();
    const webhook = await aWebhookRow(workspaceId, ["*"]);
    const before = await db().$queryRaw`SELECT count(*) FROM graphile_worker._private_jobs`;
    const work = transaction(async (tx) => {
      await emit(tx, anEvent(workspaceId, "record.created", {}), new Date());
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await deliveriesOf(webhook.id)).toEqual([]);
    expect(await db().$queryRaw`SELECT count(*) FROM graphile_worker._private_jobs`).toEqual(before);
  });

  it("for many at once sends each subscriber its own", async () => {
    const [one, two] = [await aWorkspaceId(), await aWorkspaceId()];
    const first = await aWebhookRow(one, ["record.created"]);
    const second = await aWebhookRow(two, ["*"]);
    const events = Array.from({ length: 300 }, (_, i) =>
      anEvent(i % 2 === 0 ? one : two, i % 3 === 0 ? "record.created" : "record.updated", { i }),
    );
    await transaction((tx) => emitAll(tx, events, new Date()));
    const numbers = async (id: string) =>
      (await deliveriesOf(id)).map(({ body }) => JSON.parse(body ?? "").data.i).sort((a, b) => a - b);
    const wanted = (test: (i: number) => boolean) => events.map((_, i) => i).filter(test);
    expect(await numbers(first.id)).toEqual(wanted((i) => i % 2 === 0 && i % 3 === 0));
    expect(await numbers(second.id)).toEqual(wanted((i) => i % 2 === 1));
    await transaction((tx) => emitAll(tx, [], new Date()));
  });

  it("for many at once adds a few jobs per webhook, which its other deliveries wait for", async () => {
    const workspaceId = await aWorkspaceId();
    const webhooks = [await aWebhookRow(workspaceId, ["*"]), await aWebhookRow(workspaceId, ["*"])];
    const many = Array.from({ length: EMITTED_JOBS_MAX + 30 }, (_, n) => ({ n }));
    const events = many.map((data) => anEvent(workspaceId, "record.created", data));
    await transaction((tx) => emitAll(tx, events, new Date()));
    for (const { id } of webhooks) {
      const rows = await deliveriesOf(id);
      expect(rows).toHaveLength(many.length);
      const due = rows.filter(({ nextRetryAt }) => nextRetryAt !== null);
      expect(due.map(({ body }) => JSON.parse(body ?? "").data.n).toSorted((a, b) => a - b)).toEqual(
        many.slice(0, EMITTED_JOBS_MAX).map(({ n }) => n),
      );
      const jobs = await jobsOf(rows.map((row) => row.id));
      expect(jobs.map(({ payload }) => payload.delivery_id).toSorted()).toEqual(
        due.map((row) => row.id).toSorted(),
      );
    }
  });
});
