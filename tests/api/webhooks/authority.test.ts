import { describe, expect, it } from "vitest";
import { POST as mint } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as redeliver } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/redeliver/route";
import { GET as readDelivery } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/route";
import { GET as listDeliveries } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/route";
import { GET as listHeld } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/held-events/route";
import { POST as recover } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/recover/route";
import {
  GET as read,
  PATCH as update,
} from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { POST as create } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { CATALOG } from "@/lib/access/catalog";
import { db, transaction } from "@/lib/platform/database";
import { EVENT_TYPES, EVENTS, type EventType, PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";
import { deliver } from "@/lib/webhooks/deliver";
import { emit } from "@/lib/webhooks/emit";
import { notifyOfWithheldEvents } from "@/lib/webhooks/notices/jobs";
import { call } from "@/tests/support/call";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aMember, aMemberWith, waysToLose } from "@/tests/support/factories";
import { anEvent, aSubscribedWorkspace, aWebhook, deliveriesOf } from "@/tests/support/webhooks";

const URL = "https://example.com/hook";
const MANAGES = ["can_manage_webhooks"] as const;
const ALL = CATALOG.map(({ slug }) => slug);
/** One event for each permission that events need. */
const ONE_EACH = [...new Map(EVENTS.map((event) => [event.permission, event])).values()];

type Place = Awaited<ReturnType<typeof aSubscribedWorkspace>>;
type Person = { jwt: string };

const subscribe = ({ workspaceId }: Place, { jwt: bearer }: Person, events: readonly string[], url = URL) =>
  call(create, "POST", { bearer, params: { workspace_id: workspaceId }, body: { url, events } });

const on = ({ workspaceId }: Place, id: string) => {
  const params = { workspace_id: workspaceId, webhook_id: id };
  return {
    read: ({ jwt: bearer }: Person) => call(read, "GET", { bearer, params }),
    change: ({ jwt: bearer }: Person, body: object) => call(update, "PATCH", { bearer, params, body }),
    deliveries: ({ jwt: bearer }: Person) => call(listDeliveries, "GET", { bearer, params }),
    delivery: ({ jwt: bearer }: Person, delivery_id: string) =>
      call(readDelivery, "GET", { bearer, params: { ...params, delivery_id } }),
    redeliver: ({ jwt: bearer }: Person, delivery_id: string) =>
      call(redeliver, "POST", { bearer, params: { ...params, delivery_id } }),
    held: ({ jwt: bearer }: Person) => call(listHeld, "GET", { bearer, params }),
    recover: ({ jwt: bearer }: Person) =>
      call(recover, "POST", { bearer, params, body: { since: "2026-01-01T00:00:00Z" } }),
  };
};

async function happen({ workspaceId }: Place, type: EventType): Promise<void> {
  await transaction((tx) => emit(tx, anEvent(workspaceId, type, { secret: "MARK" }), new Date()));
}

/** Attempts all that waits, as the worker does. */
async function sendAll(webhookId: string): Promise<void> {
  for (const { id, round } of await db().webhookDelivery.findMany({
    where: { webhookId, status: "pending" },
  })) {
    await db().webhookDelivery.updateMany({
      where: { id, nextRetryAt: null },
      data: { nextRetryAt: new Date() },
    });
    await deliver({ delivery_id: id, webhook_id: webhookId, round });
  }
}

describe.each(EVENTS)("$type", ({ type, permission }) => {
  it("is sent only on behalf of those who may see what it contains", async () => {
    const at = await aSubscribedWorkspace();
    const others = ALL.filter((slug) => slug !== permission);
    const without = await aMemberWith(at.workspaceId, others);
    const refused = await subscribe(at, without, [type]);
    expect([refused.status, refused.json]).toEqual([
      403,
      {
        detail: `You don't have permission to see the data of ${type} events: that needs ${permission}`,
        issues: [
          {
            path: "events.0",
            message: `You don't have permission to see the data of ${type} events: that needs ${permission}`,
          },
        ],
      },
    ]);
    const able = await aMemberWith(at.workspaceId, [...MANAGES, permission]);
    const made = await subscribe(at, able, [type]);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ owner: { id: able.id }, withheld_events: [] });
    await happen(at, type);
    expect(await deliveriesOf(made.json.id)).toMatchObject([{ eventType: type, status: "pending" }]);
  });
});

describe.each(ONE_EACH)("of a member who loses $permission", ({ type, permission }) => {
  it("makes a webhook hold the event, say so, and send it once somebody with the permission has taken it over", async () => {
    const at = await aSubscribedWorkspace();
    const ways = Object.keys(waysToLose(at.workspaceId, "", permission));
    for (const way of ways) {
      const subscriber = await aSubscriber();
      const member = await aMemberWith(at.workspaceId, [...MANAGES, permission]);
      const made = await subscribe(at, member, [type], subscriber.url);
      const webhook = on(at, made.json.id);
      await happen(at, type);
      const lose = waysToLose(at.workspaceId, member.id, permission);
      await lose[way as keyof typeof lose]?.();
      // What was under way is not sent either, nor what comes.
      await sendAll(made.json.id);
      await happen(at, type);
      await sendAll(made.json.id);
      expect(subscriber.received, way).toEqual([]);
      const rows = await deliveriesOf(made.json.id);
      expect(rows, way).toMatchObject([
        { status: "failed", failureReason: "not_permitted", attemptNumber: 0, claimedUntil: null },
      ]);
      expect(await db().webhookLease.count({ where: { webhookId: made.json.id } })).toBe(0);
      const seen = await webhook.read(at.owner);
      expect(seen.json, way).toMatchObject({
        is_active: true,
        withheld_events: [{ type, permission, is_held: true }],
        held_events: { count: 1 },
      });
      const taken = await webhook.change(at.owner, { take_over: true });
      expect(taken.json).toMatchObject({
        owner: { id: at.owner.id },
        created_by_id: member.id,
        withheld_events: [],
      });
      expect((await webhook.recover(at.owner)).json).toMatchObject({ count: 2, failed: 1, held: 1 });
      await sendAll(made.json.id);
      expect(subscriber.received, way).toHaveLength(2);
    }
  });
});

it("what a webhook's owner may not see is left as it is when it is recovered", async () => {
  const at = await aSubscribedWorkspace();
  const member = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_crm", "can_view_forms"]);
  const made = await subscribe(at, member, ["record.created", "form.submitted"]);
  const webhook = on(at, made.json.id);
  await happen(at, "record.created");
  await waysToLose(at.workspaceId, member.id, "can_view_crm")["an override"]();
  await sendAll(made.json.id);
  await webhook.change(at.owner, { is_active: false });
  for (const type of ["record.created", "form.submitted"] as const) await happen(at, type);
  await webhook.change(at.owner, { is_active: true });
  expect((await webhook.recover(member)).json).toEqual({ count: 1, failed: 0, waiting: 0, held: 1 });
  expect((await webhook.held(at.owner)).json).toMatchObject([{ event_type: "record.created" }]);
  await webhook.change(at.owner, { take_over: true });
  expect((await webhook.recover(at.owner)).json).toMatchObject({ failed: 1, held: 1 });
});

it("what a webhook's owner may not see is not sent again, and the refusal says what to do", async () => {
  const at = await aSubscribedWorkspace();
  const member = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_crm"]);
  const made = await subscribe(at, member, ["record.created"]);
  const webhook = on(at, made.json.id);
  await happen(at, "record.created");
  await waysToLose(at.workspaceId, member.id, "can_view_crm")["an override"]();
  await sendAll(made.json.id);
  const [delivery] = (await webhook.deliveries(at.owner)).json;
  expect(delivery).toMatchObject({ status: "failed", failure_reason: "not_permitted" });
  const refused = await webhook.redeliver(at.owner, delivery.id);
  expect([refused.status, refused.json.detail]).toEqual([
    409,
    "The webhook's owner may not see this event. Take the webhook over, then send it again",
  ]);
  await webhook.change(at.owner, { take_over: true });
  expect((await webhook.redeliver(at.owner, delivery.id)).json).toMatchObject({ status: "pending" });
});

describe("a webhook of every event", () => {
  it.each(ONE_EACH)("sends what its owner may see and nothing else: $permission", async ({ permission }) => {
    const at = await aSubscribedWorkspace();
    const member = await aMemberWith(at.workspaceId, [...MANAGES, permission]);
    const made = await subscribe(at, member, ["*"]);
    expect(made.status).toBe(201);
    const [mine, others] = [
      EVENT_TYPES.filter((type) => PERMISSION_OF_EVENT[type] === permission),
      EVENT_TYPES.filter((type) => PERMISSION_OF_EVENT[type] !== permission),
    ];
    expect(made.json.withheld_events).toEqual(
      others.map((type) => ({ type, permission: PERMISSION_OF_EVENT[type], is_held: false })),
    );
    for (const type of EVENT_TYPES) await happen(at, type);
    const sent = await deliveriesOf(made.json.id);
    expect(sent.map(({ eventType }) => eventType).sort()).toEqual([...mine].sort());
    expect((await on(at, made.json.id).held(at.owner)).json).toEqual([]);
  });

  it("sends more once its owner may see more, and holds what they may no longer see", async () => {
    const at = await aSubscribedWorkspace();
    const member = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_crm"]);
    const made = await subscribe(at, member, ["*"]);
    await happen(at, "form.submitted");
    const where = { workspaceId_developerId: { workspaceId: at.workspaceId, developerId: member.id } };
    const permissionOverrides = { can_view_forms: true, can_view_crm: false };
    await db().workspaceMember.update({ where, data: { permissionOverrides } });
    await happen(at, "form.submitted");
    await happen(at, "record.created");
    expect((await deliveriesOf(made.json.id)).map(({ eventType }) => eventType)).toEqual(["form.submitted"]);
    const held = await on(at, made.json.id).held(at.owner);
    expect(held.json).toMatchObject([{ event_type: "record.created", is_withheld: false }]);
  });

  it("can't be created by a token that may see less than its owner, on whose behalf it would send more", async () => {
    const at = await aSubscribedWorkspace();
    const body = { name: "ci", permissions: ["can_manage_webhooks", "can_view_tables"] };
    const { json } = await call(mint, "POST", { bearer: at.owner.jwt, body });
    const token = { jwt: json.token };
    const refused = await subscribe(at, token, ["*"]);
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toMatch(/^\* would send record.created too/);
    expect((await subscribe(at, token, ["form.submitted"])).status).toBe(403);
    expect((await subscribe(at, token, ["table.row.created"])).status).toBe(201);
  });

  it("is the only wildcard: a group of events is refused with a list of all events", async () => {
    const at = await aSubscribedWorkspace();
    const answer = await subscribe(at, at.owner, ["record.*"]);
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "events.0"]);
    expect(answer.json.issues[0].message).toContain("record.created");
  });
});

describe("a webhook of somebody else's", () => {
  it("can't be redirected or given more events by those who may not see all that it sends", async () => {
    const at = await aSubscribedWorkspace();
    const { id } = await aWebhook(at, URL, { events: ["record.created", "form.submitted"] });
    const everything = await aWebhook(at, URL, { events: ["*"] });
    const mallory = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_forms", "can_view_tables"]);
    const webhook = on(at, id);
    for (const body of [
      { url: "https://example.com/mallory" },
      { url: "https://evil.example/" },
      { events: ["record.created", "form.submitted", "table.row.created"] },
      { take_over: true },
    ]) {
      const answer = await webhook.change(mallory, body);
      expect([answer.status, answer.json.detail]).toEqual([
        403,
        "You don't have permission to see the data of record.created events: that needs can_view_crm",
      ]);
    }
    const all = await on(at, everything.id).change(mallory, { url: "https://evil.example/" });
    expect([all.status, all.json.issues[0].path]).toEqual([403, "events"]);
    const row = await db().webhook.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({
      url: URL,
      ownerId: at.owner.id,
      events: ["record.created", "form.submitted"],
    });
  });

  it("can be renamed, paused and given fewer events by all who manage webhooks, and keeps its owner", async () => {
    const at = await aSubscribedWorkspace();
    const { id } = await aWebhook(at, URL, { events: ["record.created", "form.submitted"] });
    const manager = await aMemberWith(at.workspaceId, MANAGES);
    for (const body of [
      // As the console sends it: the whole, most of it unchanged.
      { name: "Renamed", url: URL, events: ["record.created", "form.submitted"] },
      { is_active: false },
      { is_active: true },
      { events: ["record.created"] },
    ]) {
      const answer = await on(at, id).change(manager, body);
      expect([answer.status, answer.json.owner?.id]).toEqual([200, at.owner.id]);
    }
  });

  it("shows payloads in its log only to those who may see them, and what a subscriber says back of them", async () => {
    const at = await aSubscribedWorkspace();
    const { url } = await aSubscriber((response) => response.setHeader("x-got", "MARK").end("got MARK"));
    const { id } = await aWebhook(at, url, { events: ["*"] });
    for (const { type } of ONE_EACH) await happen(at, type);
    await sendAll(id);
    const rows = await deliveriesOf(id);
    await db().webhook.update({ where: { id }, data: { isActive: false } });
    for (const { type } of ONE_EACH) await happen(at, type);
    for (const { permission } of ONE_EACH) {
      const reader = await aMemberWith(at.workspaceId, ["can_view_webhooks", permission]);
      const mine = [permission, "can_view_webhooks"];
      const isMine = (type: string) => mine.includes(PERMISSION_OF_EVENT[type as EventType]);
      const [log, held] = [await on(at, id).deliveries(reader), await on(at, id).held(reader)];
      for (const { event_type: type, payload, is_withheld } of [...log.json, ...held.json]) {
        expect([type, payload === null, is_withheld]).toEqual([type, !isMine(type), !isMine(type)]);
      }
      for (const { id: deliveryId, eventType } of rows) {
        const { text, json } = await on(at, id).delivery(reader, deliveryId);
        const shown = [json.request_body, json.response_body, json.attempts[0].response_headers];
        expect([text.includes("MARK"), ...shown.map((each) => each !== null)]).toEqual(
          Array(4).fill(isMine(eventType)),
        );
      }
    }
  });
});

describe("people who manage webhooks", () => {
  it("are notified once that a webhook holds events back, and again when it happens again", async () => {
    const at = await aSubscribedWorkspace();
    const admin = await aMember(at.workspaceId, "admin");
    const leaver = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_crm"]);
    const made = await subscribe(at, leaver, ["record.created"]);
    const told = () =>
      db().notification.findMany({ where: { workspaceId: at.workspaceId, developerId: admin.id } });
    const sweep = () => notifyOfWithheldEvents.handler({}, { now: new Date() });
    await sweep();
    expect(await told()).toEqual([]);
    const where = { workspaceId_developerId: { workspaceId: at.workspaceId, developerId: leaver.id } };
    const may = (can_view_crm: boolean) =>
      db().workspaceMember.update({ where, data: { permissionOverrides: { can_view_crm } } });
    await may(false);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await told()).toMatchObject([
      { title: "The webhook example.com holds events back", body: expect.stringContaining("record.created") },
    ]);
    await may(true);
    await sweep();
    await may(false);
    await sweep();
    expect(await told()).toHaveLength(2);
    expect((await told())[0]?.link).toContain(made.json.id);
  });

  it("are notified once their workspace is back if it was off when a webhook began to hold events back", async () => {
    const at = await aSubscribedWorkspace();
    const admin = await aMember(at.workspaceId, "admin");
    const leaver = await aMemberWith(at.workspaceId, [...MANAGES, "can_view_crm"]);
    await subscribe(at, leaver, ["record.created"]);
    const sweep = () => notifyOfWithheldEvents.handler({}, { now: new Date() });
    const turn = (isActive: boolean) =>
      db().workspace.update({ where: { id: at.workspaceId }, data: { isActive } });
    await db().workspaceMember.updateMany({
      where: { developerId: leaver.id },
      data: { permissionOverrides: { can_view_crm: false } },
    });
    await turn(false);
    await sweep();
    await turn(true);
    await sweep();
    expect(await db().notification.count({ where: { developerId: admin.id } })).toBe(1);
  });

  it("see the webhook of an erased person as ownerless, and can take it over", async () => {
    const at = await aSubscribedWorkspace();
    const { id } = await aWebhook(at, URL, { events: ["record.created"] });
    await db().webhook.update({ where: { id }, data: { ownerId: null, createdById: null } });
    await happen(at, "record.created");
    const seen = await on(at, id).read(at.owner);
    expect(seen.json).toMatchObject({ owner: null, held_events: { count: 1 } });
    expect((await on(at, id).change(at.owner, { take_over: true })).json.owner.id).toBe(at.owner.id);
  });
});
