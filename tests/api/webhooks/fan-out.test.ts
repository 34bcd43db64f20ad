import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db, pool, transaction } from "@/lib/platform/database";
import { emitAll } from "@/lib/webhooks/emit";
import { fanOut, sweepLeftEvents } from "@/lib/webhooks/fan-out/jobs";
import { EMITTED_DELIVERIES_MAX, FAN_OUT_EVENTS } from "@/lib/webhooks/limits";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { anEvent } from "@/tests/support/webhooks";

const WEBHOOKS = 20;
const EVENTS = EMITTED_DELIVERIES_MAX / WEBHOOKS + 3;

/** A workspace with webhooks, the first of them switched off. */
async function aCrowd() {
  const owner = await aDeveloper();
  const { id: workspaceId } = await aWorkspace(owner);
  const at = new Date();
  const rows = Array.from({ length: WEBHOOKS }, (_, i) => ({
    id: randomUUID(),
    workspaceId,
    url: `https://example.com/${i}`,
    events: ["record.created"],
    ownerId: owner.id,
    secretEncrypted: "k1.x",
    isActive: i > 0,
    createdAt: at,
    updatedAt: at,
  }));
  await db().webhook.createMany({ data: rows });
  const events = Array.from({ length: EVENTS }, (_, n) => anEvent(workspaceId, "record.created", { n }));
  const ids = rows.map(({ id }) => id);
  return {
    workspaceId,
    emit: () => transaction((tx) => emitAll(tx, events, at)),
    left: () => db().webhookLeftEvent.count({ where: { workspaceId } }),
    held: () => db().webhookHeldEvent.count({ where: { webhookId: { in: ids } } }),
    /** How many deliveries there are of each event. */
    deliveries: async () => {
      const groups = await db().webhookDelivery.groupBy({
        by: ["eventId"],
        where: { webhookId: { in: ids } },
        _count: true,
      });
      return groups.map(({ _count }) => _count);
    },
    jobs: async () => {
      const { rows: found } = await pool().query<{ count: number }>(
        "SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE key = $1",
        [`webhooks.fan-out:${workspaceId}`],
      );
      return found[0]?.count;
    },
    run: async () => {
      while (await fanOut.handler({ workspace_id: workspaceId }, { now: new Date() })) {}
    },
  };
}

const ONE_EACH = Array(EVENTS).fill(WEBHOOKS - 1);

describe("a change that makes thousands of deliveries", () => {
  it("leaves them to one job, which writes each once and holds those of a webhook that is off", async () => {
    const crowd = await aCrowd();
    await crowd.emit();
    expect([await crowd.left(), await crowd.deliveries(), await crowd.jobs()]).toEqual([EVENTS, [], 1]);
    await Promise.all([crowd.run(), crowd.run()]);
    expect([await crowd.left(), await crowd.held()]).toEqual([0, EVENTS]);
    expect(await crowd.deliveries()).toEqual(ONE_EACH);
  });

  it("leaves nothing behind when it is rolled back", async () => {
    const crowd = await aCrowd();
    const failing = transaction(async (tx) => {
      const events = Array.from({ length: EVENTS }, (_, n) =>
        anEvent(crowd.workspaceId, "record.created", { n }),
      );
      await emitAll(tx, events, new Date());
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect([await crowd.left(), await crowd.jobs()]).toEqual([0, 0]);
  });

  it("loses none if its job is lost, or fails in the middle", async () => {
    const crowd = await aCrowd();
    await crowd.emit();
    await pool().query("DELETE FROM graphile_worker._private_jobs WHERE key = $1", [
      `webhooks.fan-out:${crowd.workspaceId}`,
    ]);
    // A job of the database's own, which holds some of them and ends without a result.
    await expect(
      transaction(async (tx) => {
        await tx.$executeRaw`DELETE FROM webhook_left_event WHERE event_id = ANY (ARRAY(
          SELECT event_id FROM webhook_left_event ORDER BY event_id LIMIT ${FAN_OUT_EVENTS}))`;
        await crowd.run();
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await crowd.left()).toBe(FAN_OUT_EVENTS);
    await sweepLeftEvents.handler({}, { now: new Date() });
    expect(await crowd.jobs()).toBe(0);
    await sweepLeftEvents.handler({}, { now: new Date(Date.now() + 120_000) });
    expect(await crowd.jobs()).toBe(1);
    await crowd.run();
    expect(await crowd.deliveries()).toEqual(ONE_EACH);
  });
});
