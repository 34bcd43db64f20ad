import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GET as getOne } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/held-events/[event_id]/route";
import {
  DELETE as discard,
  GET as listHeld,
} from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/held-events/route";
import { POST as recover } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/recover/route";
import {
  GET as get,
  DELETE as remove,
  PATCH as update,
} from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { GET as list } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool, transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { emitAll } from "@/lib/webhooks/emit";
import { sendHeldEvents } from "@/lib/webhooks/held/jobs";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { HELD_EVENTS_MAX, HELD_EVENTS_PER_TRIM } from "@/lib/webhooks/limits";
import { eraseOld } from "@/lib/webhooks/retention/erase-old";
import { call } from "@/tests/support/call";
import { aMember } from "@/tests/support/factories";
import { Subscriber } from "@/tests/support/subscriber";
import {
  anEvent,
  aSubscribedWorkspace,
  aWebhook,
  deliveriesOf,
  emitCommitted,
} from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";
const WAIT = { timeout: 90_000, interval: 50 };
const EVER = new Date(0).toISOString();

/** A webhook that is off, with ways to ask for what it holds. */
async function aPlace(webhookBody: object = {}, url = "https://example.com/hook") {
  const at = await aSubscribedWorkspace();
  const webhook = await aWebhook(at, url, { is_active: false, ...webhookBody });
  const params = { workspace_id: at.workspaceId, webhook_id: webhook.id };
  const bearer = at.owner.jwt;
  return {
    ...at,
    webhook,
    params,
    bearer,
    held: async () => (await call(get, "GET", { bearer, params })).json.held_events,
    switchTo: (is_active: boolean) => call(update, "PATCH", { bearer, params, body: { is_active } }),
    recover: (body: object = {}) => call(recover, "POST", { bearer, params, body: { since: EVER, ...body } }),
  };
}

function heldRows(webhookId: string) {
  return db().webhookHeldEvent.findMany({ where: { webhookId }, orderBy: { eventId: "asc" } });
}

/** Held events as earlier changes left them behind, the first one the oldest. */
async function holdMany(webhookId: string, count: number, newest = new Date(Date.now() - 60_000)) {
  await db().$executeRaw`
    INSERT INTO webhook_held_event (webhook_id, event_id, event_type, body, created_at)
    SELECT ${webhookId}::uuid, gen_random_uuid(), 'record.created', jsonb_build_object('data', jsonb_build_object('n', n)),
      ${newest}::timestamptz - (${count} - n) * interval '1 millisecond'
    FROM generate_series(1, ${count}::int) n`;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ n: from + i }));
const numberOf = ({ body }: { body: string | null }) => JSON.parse(body ?? "").data.n as number;

describe("an event of a webhook that is switched off", () => {
  it("is stored with the same bytes as deliveries, if the webhook asks for it", async () => {
    const off = await aPlace();
    const [on, other] = [
      await aWebhook(off, "https://example.com/"),
      await aWebhook(off, "https://example.com/", { events: ["record.deleted"], is_active: false }),
    ];
    const foreign = await aPlace();
    await emitCommitted(off.workspaceId, [{ text: "Grün 🌱" }]);
    const [row, ...more] = await heldRows(off.webhook.id);
    const [delivery] = await deliveriesOf(on.id);
    expect(more).toEqual([]);
    expect([row?.eventId, row?.body]).toEqual([delivery?.eventId, delivery?.body]);
    for (const { id } of [off.webhook, other, foreign.webhook]) expect(await deliveriesOf(id)).toEqual([]);
    for (const { id } of [on, other, foreign.webhook]) expect(await heldRows(id)).toEqual([]);
    expect(await off.held()).toEqual({ count: 1, dropped: 0, oldest_at: row?.createdAt.toISOString() });
    expect(await foreign.held()).toEqual({ count: 0, dropped: 0, oldest_at: null });
    const { bearer, params } = off;
    const all = await call(list, "GET", { bearer, params });
    expect(all.json.map((each: { held_events: { count: number } }) => each.held_events.count)).toEqual([
      0, 0, 1,
    ]);
  });

  it("disappears with a change that is rolled back, and is not stored for a deleted webhook", async () => {
    const { workspaceId, webhook, bearer, params } = await aPlace();
    const work = transaction(async (tx) => {
      await emitAll(tx, [anEvent(workspaceId, "record.created", {})], new Date());
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await heldRows(webhook.id)).toEqual([]);
    await emitCommitted(workspaceId, [{}]);
    await call(remove, "DELETE", { bearer, params });
    await emitCommitted(workspaceId, [{}]);
    expect(await heldRows(webhook.id)).toHaveLength(1);
    await eraseOld(new Date());
    expect(await heldRows(webhook.id)).toEqual([]);
    expect(await db().webhook.count({ where: { id: webhook.id } })).toBe(0);
  });

  it("is listed newest first in pages, by type and time, and can be read with its payload", async () => {
    const { workspaceId, webhook, bearer, params } = await aPlace();
    await emitCommitted(workspaceId, numbers(0, 3));
    const at = new Date(Date.now() + 1000);
    const event = anEvent(workspaceId, "record.deleted", { long: "x".repeat(20_000) });
    await transaction((tx) => emitAll(tx, [event], at));
    const ask = (query: Record<string, string>) => call(listHeld, "GET", { bearer, params, query });
    const first = await ask({ limit: "2" });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await ask({ limit: "2", cursor });
    expect(second.headers.get("link")).toBeNull();
    type Item = { event_id: string; event_type: string; payload: { data: { n: number } } | null };
    const items: Item[] = [...first.json, ...second.json];
    expect(items.map(({ event_type }) => event_type)).toEqual([
      "record.deleted",
      ...Array(3).fill("record.created"),
    ]);
    expect(items.map(({ payload }) => payload?.data.n)).toEqual([undefined, 2, 1, 0]);
    expect((await ask({ event_type: "record.deleted" })).json).toHaveLength(1);
    expect((await ask({ since: at.toISOString() })).json).toHaveLength(1);
    const one = await call(getOne, "GET", {
      bearer,
      params: { ...params, event_id: items[0]?.event_id ?? "" },
    });
    expect(one.json.payload).toMatchObject({ type: "record.deleted", data: event.data });
    const elsewhere = await aWebhook({ ...(await aSubscribedWorkspace()) }, "https://example.com/");
    const lost = { workspace_id: workspaceId, webhook_id: elsewhere.id, event_id: items[0]?.event_id ?? "" };
    expect((await call(getOne, "GET", { bearer, params: lost })).status).toBe(404);
    expect(await heldRows(webhook.id)).toHaveLength(4);
  });
});

describe("recovering held events", () => {
  it("is refused for a span that ends before it begins, which would recover nothing", async () => {
    const place = await aPlace({ is_active: true });
    const { status, json } = await place.recover({ until: new Date(Date.parse(EVER) - 1).toISOString() });
    expect([status, json.issues]).toEqual([422, [{ path: "until", message: "Must not be before since" }]]);
    expect((await place.recover({ until: EVER })).status).toBe(200);
  });

  it("starts on request, then sends them oldest first with their own ids, beside failed deliveries", async () => {
    const subscriber = new Subscriber();
    const place = await aPlace({ is_active: true }, await subscriber.listen());
    onTestFinished(() => subscriber.close());
    const start = Date.now() - 1000;
    const first = anEvent(place.workspaceId, "record.created", { n: -1 });
    await transaction((tx) => emitAll(tx, [first], new Date(start - 1)));
    await place.switchTo(false);
    const wanted = Array.from({ length: 30 }, (_, n) => n);
    for (const n of wanted) {
      const event = anEvent(place.workspaceId, "record.created", { n });
      await transaction((tx) => emitAll(tx, [event], new Date(start + n)));
    }
    const missed = [...(await deliveriesOf(place.webhook.id)), ...(await heldRows(place.webhook.id))];
    const ids = missed.map(({ eventId }) => eventId);
    const refused = await place.recover();
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      "The webhook is switched off. Switch it on, then recover",
    ]);
    const engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
    onTestFinished(engine.stop);
    await place.switchTo(true);
    const counts = { count: 31, failed: 1, waiting: 0, held: 30 };
    expect((await place.recover({ dry_run: true })).json).toEqual(counts);
    expect((await place.held()).count).toBe(30);
    expect(subscriber.received).toEqual([]);
    expect((await place.recover()).json).toEqual(counts);
    expect((await place.recover()).json).toEqual({ count: 0, failed: 0, waiting: 0, held: 0 });
    expect(await place.held()).toEqual({ count: 0, dropped: 0, oldest_at: null });
    const received = () => new Set(subscriber.received.map(({ headers }) => headers["webhook-id"]));
    await vi.waitFor(() => expect(received()).toEqual(new Set(ids)), WAIT);
    const rows = await deliveriesOf(place.webhook.id);
    expect(rows.map(numberOf)).toEqual([-1, ...wanted]);
    await vi.waitFor(async () => {
      const statuses = (await deliveriesOf(place.webhook.id)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set(["success"]));
    }, WAIT);
  }, 240_000);

  it("includes only those of the time span", async () => {
    const place = await aPlace();
    const old = new Date(Date.now() - DAY_MS);
    await holdMany(place.webhook.id, 3, old);
    await holdMany(place.webhook.id, 5);
    await place.switchTo(true);
    const until = new Date(old.getTime() + 1).toISOString();
    expect((await place.recover({ until })).json).toEqual({ count: 3, failed: 0, waiting: 0, held: 3 });
    expect((await place.recover({ since: until })).json).toEqual({
      count: 5,
      failed: 0,
      waiting: 0,
      held: 5,
    });
  });

  it("of ten thousand, requested three times at once, makes each one delivery, in their order", async () => {
    const place = await aPlace();
    await holdMany(place.webhook.id, HELD_EVENTS_MAX);
    await place.switchTo(true);
    const answers = await Promise.all([place.recover(), place.recover(), place.recover()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Where the machine was slow, the rest is left to jobs.
    const { rows } = await pool().query<{ payload: never }>(
      `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = 'webhooks.send-held'`,
    );
    for (const { payload } of rows) await sendHeldEvents.handler(payload, { now: new Date() });
    const made = await deliveriesOf(place.webhook.id);
    expect(made.map(numberOf)).toEqual(Array.from({ length: HELD_EVENTS_MAX }, (_, i) => i + 1));
    expect(new Set(made.map(({ eventId }) => eventId)).size).toBe(HELD_EVENTS_MAX);
    if (rows.length === 0) {
      const sent = answers.reduce((sum, { json }) => sum + json.held, 0);
      expect(sent).toBe(HELD_EVENTS_MAX);
    }
    expect((await place.held()).count).toBe(0);
  }, 120_000);

  it("continues in a job, and stops with the rest held if the webhook is switched off meanwhile", async () => {
    const place = await aPlace();
    await holdMany(place.webhook.id, 20);
    const payload = { webhook_id: place.webhook.id, since: EVER, until: new Date().toISOString() };
    await sendHeldEvents.handler(payload, { now: new Date() });
    expect((await place.held()).count).toBe(20);
    await place.switchTo(true);
    await sendHeldEvents.handler(payload, { now: new Date() });
    expect(await deliveriesOf(place.webhook.id)).toHaveLength(20);
  });
});

describe("the limit on held events", () => {
  it("keeps the newest ten thousand, and counts and shows how many were dropped", async () => {
    const place = await aPlace();
    await holdMany(place.webhook.id, HELD_EVENTS_MAX);
    await emitCommitted(place.workspaceId, numbers(100_000, 100_000 + HELD_EVENTS_PER_TRIM));
    expect(await place.held()).toMatchObject({ count: HELD_EVENTS_MAX, dropped: HELD_EVENTS_PER_TRIM });
    const kept = new Set((await heldRows(place.webhook.id)).map(numberOf));
    expect(kept.has(HELD_EVENTS_PER_TRIM)).toBe(false);
    expect(kept.has(HELD_EVENTS_PER_TRIM + 1)).toBe(true);
    expect(kept.has(100_000 + HELD_EVENTS_PER_TRIM - 1)).toBe(true);
  });

  it("is shown and kept to before the next trim: the surplus counts as dropped, and is not recovered", async () => {
    const place = await aPlace();
    await holdMany(place.webhook.id, HELD_EVENTS_MAX + 7);
    expect(await place.held()).toMatchObject({ count: HELD_EVENTS_MAX, dropped: 7 });
    await place.switchTo(true);
    expect((await place.recover({ dry_run: true })).json.held).toBe(HELD_EVENTS_MAX);
    expect((await place.recover()).json.held).toBe(HELD_EVENTS_MAX);
    expect(await place.held()).toMatchObject({ dropped: 7 });
    expect((await deliveriesOf(place.webhook.id)).map(numberOf)).not.toContain(7);
  }, 120_000);

  it("is enforced by the sweep too, and counts of dropped events add up", async () => {
    const [over, under] = [await aPlace(), await aPlace()];
    await holdMany(over.webhook.id, HELD_EVENTS_MAX + 7);
    await holdMany(under.webhook.id, 7);
    await eraseOld(new Date());
    await holdMany(over.webhook.id, 2);
    await eraseOld(new Date());
    expect(await over.held()).toMatchObject({ count: HELD_EVENTS_MAX, dropped: 9 });
    expect(await under.held()).toMatchObject({ count: 7, dropped: 0 });
    expect(await db().webhookHeldDrop.count()).toBeGreaterThanOrEqual(1);
    expect(await db().webhookHeldDrop.count({ where: { webhookId: over.webhook.id } })).toBe(1);
  });

  it("is found once for each webhook, even where statistics expect few held events", async () => {
    const places = await Promise.all(Array.from({ length: 5 }, () => aPlace()));
    for (const { webhook } of places) await holdMany(webhook.id, 1);
    await db().$executeRaw`ANALYZE webhook_held_event`;
    for (const { webhook } of places) await holdMany(webhook.id, HELD_EVENTS_MAX + 7);
    await eraseOld(new Date());
    for (const { held } of places) expect(await held()).toMatchObject({ count: HELD_EVENTS_MAX, dropped: 8 });
  });

  it("counts correctly if many write at once, and makes none of them wait for another", async () => {
    const place = await aPlace();
    const { workspaceId, webhook } = place;
    await holdMany(webhook.id, HELD_EVENTS_MAX);
    const events = numbers(0, HELD_EVENTS_PER_TRIM).map((data) =>
      anEvent(workspaceId, "record.created", data),
    );
    // Both transactions are open at the same time, and have held and dropped what they had to.
    await transaction(async (first) => {
      await emitAll(first, events, new Date());
      await transaction((second) => emitAll(second, events, new Date()));
      await emitAll(first, events, new Date());
    });
    await Promise.all(Array.from({ length: 4 }, () => transaction((tx) => emitAll(tx, events, new Date()))));
    await transaction((tx) => emitAll(tx, events, new Date()));
    expect(await place.held()).toMatchObject({ count: HELD_EVENTS_MAX, dropped: 8 * HELD_EVENTS_PER_TRIM });
  }, 120_000);
});

describe("retention", () => {
  it("discards held events when deliveries would lose their bodies, and counts them as dropped", async () => {
    const place = await aPlace();
    await holdMany(place.webhook.id, 3, new Date(Date.now() - 31 * DAY_MS));
    await holdMany(place.webhook.id, 2, new Date(Date.now() - 29 * DAY_MS));
    await eraseOld(new Date());
    expect(await place.held()).toMatchObject({ count: 2, dropped: 3 });
  });
});

describe("discarding", () => {
  it("deletes held events and the count of dropped ones, is in the audit log, and sends nothing", async () => {
    const place = await aPlace();
    const { bearer, params, webhook } = place;
    await holdMany(webhook.id, HELD_EVENTS_MAX + 5);
    await eraseOld(new Date());
    const answer = await call(discard, "DELETE", { bearer, params });
    expect([answer.status, answer.json]).toEqual([200, { discarded: HELD_EVENTS_MAX }]);
    expect(await place.held()).toEqual({ count: 0, dropped: 0, oldest_at: null });
    await place.switchTo(true);
    expect((await place.recover()).json).toEqual({ count: 0, failed: 0, waiting: 0, held: 0 });
    expect(await deliveriesOf(webhook.id)).toEqual([]);
    const entry = await db().auditEvent.findFirstOrThrow({ where: { action: "webhook.held_discarded" } });
    expect(entry).toMatchObject({
      targetId: webhook.id,
      after: { url: expect.stringContaining("http"), discarded: HELD_EVENTS_MAX },
    });
  });
});

describe("permissions", () => {
  it("to see held events are those to see webhooks; sending or discarding needs managing webhooks", async () => {
    const place = await aPlace();
    const { params, workspaceId } = place;
    await emitCommitted(workspaceId, [{}]);
    const [row] = await heldRows(place.webhook.id);
    const event_id = row?.eventId ?? "";
    const body = { since: EVER };
    const triesOf = async (bearer: string, at = params) => [
      (await call(listHeld, "GET", { bearer, params: at })).status,
      (await call(getOne, "GET", { bearer, params: { ...at, event_id } })).status,
      (await call(discard, "DELETE", { bearer, params: at })).status,
      (await call(recover, "POST", { bearer, params: at, body })).status,
    ];
    const stranger = await aPlace();
    expect(await triesOf(stranger.bearer)).toEqual([403, 403, 403, 403]);
    expect(await triesOf(stranger.bearer, { ...params, workspace_id: stranger.workspaceId })).toEqual([
      404, 404, 404, 404,
    ]);
    const guest = await aMember(workspaceId, "viewer");
    expect(await triesOf(guest.jwt)).toEqual([403, 403, 403, 403]);
    await db().workspaceMember.updateMany({
      where: { developerId: guest.id },
      data: { permissionOverrides: { can_view_webhooks: true } },
    });
    expect(await triesOf(guest.jwt)).toEqual([200, 200, 403, 403]);
    expect((await place.held()).count).toBe(1);
  });
});
