import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as createAnywhere } from "@/app/api/v1/webhooks/route";
import { GET as getDelivery } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/[delivery_id]/route";
import { GET as listDeliveries } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/deliveries/route";
import { POST as rotate } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/rotate-secret/route";
import {
  GET as get,
  DELETE as remove,
  PATCH as update,
} from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { POST as create, GET as list } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { GET as dependents } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/dependents/route";
import { db } from "@/lib/platform/database";
import { EVENT_TYPES } from "@/lib/webhooks/catalog";
import { WEBHOOKS_PER_WORKSPACE_MAX } from "@/lib/webhooks/limits";
import { call } from "@/tests/support/call";
import { aMember } from "@/tests/support/factories";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

process.env.OUTBOUND_ALLOW_PRIVATE_NETWORK = "false";

const URL = "https://example.com/hook";

async function aPlace() {
  const at = await aSubscribedWorkspace();
  return { ...at, bearer: at.owner.jwt, params: { workspace_id: at.workspaceId } };
}

describe("creating a webhook", () => {
  it("shows its secret once, keeps it encrypted, and shows only the names of its headers", async () => {
    const { bearer, params } = await aPlace();
    const body = {
      url: URL,
      events: ["record.created", "record.created"],
      headers: { "X-Key": "of-theirs" },
    };
    const made = await call(create, "POST", { bearer, params, body });
    expect(made.status).toBe(201);
    expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.json).toMatchObject({ events: ["record.created"], is_active: true, header_names: ["x-key"] });
    const one = await call(get, "GET", { bearer, params: { ...params, webhook_id: made.json.id } });
    const all = await call(list, "GET", { bearer, params });
    expect(all.json).toEqual([one.json]);
    for (const { text } of [one, all]) {
      expect(text).not.toContain(made.json.secret);
      expect(text).not.toContain("of-theirs");
    }
    const row = await db().webhook.findUniqueOrThrow({ where: { id: made.json.id } });
    expect(JSON.stringify(row)).not.toContain(made.json.secret);
    expect(JSON.stringify(row)).not.toContain("of-theirs");
    const audit = await db().auditEvent.findFirstOrThrow({ where: { targetId: made.json.id } });
    expect(JSON.stringify(audit.after)).not.toContain(made.json.secret);
  });

  it("is refused where there are as many as may be, however many arrive at once, until one is deleted", async () => {
    const { bearer, params, workspaceId } = await aPlace();
    const body = { url: URL, events: ["*"] };
    const { id, ...row } = await db().webhook.findUniqueOrThrow({
      where: { id: (await call(create, "POST", { bearer, params, body })).json.id },
    });
    await db().webhook.createMany({
      data: Array.from({ length: WEBHOOKS_PER_WORKSPACE_MAX - 2 }, () => row),
    });
    const make = () => call(create, "POST", { bearer, params, body });
    const answers = await Promise.all(Array.from({ length: 5 }, make));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await db().webhook.count({ where: { workspaceId } })).toBe(WEBHOOKS_PER_WORKSPACE_MAX);
    await call(remove, "DELETE", { bearer, params: { ...params, webhook_id: id } });
    expect((await make()).status).toBe(201);
  });

  it("cleans its name as all names are, and takes spaces around its URL away", async () => {
    const { bearer, params } = await aPlace();
    const body = { url: ` ${URL} `, events: ["*"], name: " to the\n\u202eoffice " };
    const made = await call(create, "POST", { bearer, params, body });
    expect(made.json).toMatchObject({ url: URL, name: "to the office" });
  });

  it("answers at /webhooks too, for the workspace that the body names and no other", async () => {
    const { bearer, workspaceId } = await aPlace();
    const stranger = (await aPlace()).bearer;
    const body = { url: URL, events: ["*"], workspace_id: workspaceId, secret: "given-secret" };
    const made = await call(createAnywhere, "POST", { bearer, body });
    expect([made.status, made.json.secret, made.json.workspace_id]).toEqual([
      201,
      "given-secret",
      workspaceId,
    ]);
    for (const workspace_id of [workspaceId, randomUUID(), "x"]) {
      const refused = await call(createAnywhere, "POST", {
        bearer: stranger,
        body: { ...body, workspace_id },
      });
      expect([refused.status, refused.json.detail]).toEqual([403, "Permission denied"]);
    }
    const viewer = await aMember(workspaceId, "viewer");
    expect((await call(createAnywhere, "POST", { bearer: viewer.jwt, body })).status).toBe(403);
    expect(await db().webhook.count({ where: { workspaceId } })).toBe(1);
  });

  it("refuses an event of unknown type with a list of known ones", async () => {
    const { bearer, params } = await aPlace();
    const body = { url: URL, events: ["record.created", "record.exploded"] };
    const answer = await call(create, "POST", { bearer, params, body });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "events.1"]);
    for (const type of EVENT_TYPES) expect(answer.json.issues[0].message).toContain(type);
  });

  it("refuses it at /webhooks too, and so does changing to it", async () => {
    const at = await aPlace();
    const { id } = await aWebhook(at, URL, { events: ["record.created"] });
    const { bearer, params, workspaceId } = at;
    const events = ["record.exploded"];
    const anywhere = { url: URL, events, workspace_id: workspaceId };
    const one = { ...params, webhook_id: id };
    for (const answer of [
      await call(createAnywhere, "POST", { bearer, body: anywhere }),
      await call(update, "PATCH", { bearer, params: one, body: { events } }),
    ]) {
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, "events.0"]);
      for (const type of EVENT_TYPES) expect(answer.json.issues[0].message).toContain(type);
    }
    expect(await db().webhook.findMany({ where: { workspaceId } })).toMatchObject([
      { events: ["record.created"] },
    ]);
  });

  it.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "file:///etc/passwd",
    "https://user:secret@example.com/",
    "https://example.com:0/",
    `https://example.com/${"a".repeat(10_240)}`,
    "not a url",
    "//example.com",
    "javascript:alert(1)",
    "",
  ])("refuses the address %s, and so does changing to it", async (url) => {
    const at = await aPlace();
    const { bearer, params } = at;
    const answer = await call(create, "POST", { bearer, params, body: { url, events: ["*"] } });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "url"]);
    const { id } = await aWebhook(at, URL);
    const changed = await call(update, "PATCH", {
      bearer,
      params: { ...params, webhook_id: id },
      body: { url },
    });
    expect(changed.status).toBe(422);
    expect((await db().webhook.findUniqueOrThrow({ where: { id } })).url).toBe(URL);
  });

  it.each([
    { headers: { Host: "internal" } },
    { headers: { "Content-Length": "1" } },
    { headers: { "Transfer-Encoding": "chunked" } },
    { headers: { "Proxy-Authorization": "Basic eDp5" } },
    { headers: { "X-Svc-Signature": "sha256=forged" } },
    { headers: { "webhook-id": "forged" } },
    { headers: { "x-a": "b\r\nx-injected: yes" } },
    { headers: { "x a": "b" } },
    { headers: { "": "b" } },
    { headers: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, "y"])) },
    { headers: { "x-a": "y".repeat(4_097) } },
    { secret: "short" },
    { secret: "with space in it" },
    { secret: "x".repeat(257) },
    { events: [] },
    { events: "record.created" },
    { name: "x".repeat(101) },
    { is_active: "yes" },
  ])("refuses %j", async (wrong) => {
    const { bearer, params } = await aPlace();
    const body = { url: URL, events: ["*"], ...wrong };
    expect((await call(create, "POST", { bearer, params, body })).status).toBe(422);
    expect(await db().webhook.count({ where: { workspaceId: params.workspace_id } })).toBe(0);
  });

  it("says what is wrong with a header's name", async () => {
    const { bearer, params } = await aPlace();
    const body = { url: URL, events: ["*"], headers: { Host: "internal" } };
    const answer = await call(create, "POST", { bearer, params, body });
    expect(answer.json.issues).toEqual([{ path: "headers.Host", message: "Is set by the service itself" }]);
  });

  it("says that it is the spaces for which a secret is refused", async () => {
    const { bearer, params } = await aPlace();
    const body = { url: URL, events: ["*"], secret: "with space in it" };
    const answer = await call(create, "POST", { bearer, params, body });
    expect(answer.json.issues).toEqual([
      { path: "secret", message: "Must consist of printable ASCII characters without spaces" },
    ]);
  });

  it("allows no more webhooks than the plan, even if many are created at once", async () => {
    const at = await aPlace();
    const { bearer, params, workspaceId } = at;
    await db().workspace.update({
      where: { id: workspaceId },
      data: { planId: "free", planOrigin: "operator" },
    });
    const { webhooksMax } = await db().plan.findUniqueOrThrow({ where: { id: "free" } });
    if (webhooksMax === null) throw new Error("the free plan has no limit");
    const now = new Date();
    const row = {
      workspaceId,
      url: URL,
      events: ["*"],
      secretEncrypted: "x",
      createdAt: now,
      updatedAt: now,
    };
    await db().webhook.createMany({ data: Array.from({ length: webhooksMax - 1 }, () => row) });
    const body = { url: URL, events: ["*"] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(create, "POST", { bearer, params, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(402)]);
    const made = answers.find(({ status }) => status === 201);
    const one = { ...params, webhook_id: made?.json.id };
    expect((await call(remove, "DELETE", { bearer, params: one })).status).toBe(204);
    expect((await call(create, "POST", { bearer, params, body })).status).toBe(201);
  });
});

describe("a webhook", () => {
  it("forgets why it was switched off when it is switched on again", async () => {
    const at = await aPlace();
    const { id } = await aWebhook(at, URL);
    const now = new Date();
    const data = { isActive: false, disabledReason: "failing", disabledAt: now, failingSince: now };
    await db().webhook.update({ where: { id }, data });
    const params = { ...at.params, webhook_id: id };
    const off = await call(get, "GET", { bearer: at.bearer, params });
    expect(off.json).toMatchObject({ is_active: false, disabled_reason: "failing" });
    const on = await call(update, "PATCH", { bearer: at.bearer, params, body: { is_active: true } });
    expect(on.json).toMatchObject({ is_active: true, disabled_reason: null, failing_since: null });
  });

  it("is deleted with its secret, and its pending deliveries fail", async () => {
    const at = await aPlace();
    const { id } = await aWebhook(at, URL);
    await emitCommitted(at.workspaceId, [{}]);
    const params = { ...at.params, webhook_id: id };
    expect((await call(remove, "DELETE", { bearer: at.bearer, params })).status).toBe(204);
    for (const [route, method] of [
      [get, "GET"],
      [listDeliveries, "GET"],
      [rotate, "POST"],
      [remove, "DELETE"],
    ] as const) {
      expect((await call(route, method, { bearer: at.bearer, params })).status).toBe(404);
    }
    const row = await db().webhook.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ secretEncrypted: "", headersEncrypted: null, isActive: false });
    expect(await deliveriesOf(id)).toMatchObject([{ status: "failed", failureReason: "webhook_disabled" }]);
    await emitCommitted(at.workspaceId, [{}]);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("is listed among what its creator leaves behind", async () => {
    const at = await aPlace();
    const admin = await aMember(at.workspaceId, "admin");
    const { id } = await aWebhook({ ...at, owner: admin }, URL, { name: "Orders" });
    const params = { ...at.params, developer_id: admin.id };
    const answer = await call(dependents, "GET", { bearer: at.bearer, params });
    expect(answer.json.webhooks).toEqual([{ id, name: "Orders", url: URL }]);
  });
});

describe("the delivery log", () => {
  it("can be filtered by status, type and time, newest first, page by page, and shows no other webhook's", async () => {
    const at = await aPlace();
    const { id } = await aWebhook(at, URL);
    const other = await aWebhook(at, URL);
    const began = Date.parse("2026-11-01T00:00:00.000Z");
    await db().webhookDelivery.createMany({
      data: Array.from({ length: 24 }, (_, i) => ({
        webhookId: i % 4 === 3 ? other.id : id,
        eventId: randomUUID(),
        eventType: i % 2 === 0 ? "record.created" : "record.deleted",
        status: i % 3 === 0 ? "failed" : "success",
        body: JSON.stringify({ i }),
        createdAt: new Date(began + Math.floor(i / 5) * 1000),
      })),
    });
    const params = { ...at.params, webhook_id: id };
    const read = async (query: Record<string, string>) => {
      const numbers: number[] = [];
      for (let cursor: string | undefined; ; ) {
        const answer = await call(listDeliveries, "GET", {
          bearer: at.bearer,
          params,
          query: { limit: "4", ...query, ...(cursor ? { cursor } : {}) },
        });
        expect(answer.status).toBe(200);
        numbers.push(...answer.json.map(({ payload }: { payload: { i: number } }) => payload.i));
        const next = /cursor=([^>&]+)/.exec(answer.headers.get("link") ?? "");
        if (!next?.[1]) return numbers;
        cursor = decodeURIComponent(next[1]);
      }
    };
    const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
    const mine = Array.from({ length: 24 }, (_, i) => i).filter((i) => i % 4 !== 3);
    const all = await read({});
    expect(sorted(all)).toEqual(mine);
    const times = all.map((i) => Math.floor(i / 5));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(sorted(await read({ status: "failed" }))).toEqual(mine.filter((i) => i % 3 === 0));
    expect(sorted(await read({ event_type: "record.deleted" }))).toEqual(mine.filter((i) => i % 2 === 1));
    const both = { status: "success", event_type: "record.created" };
    expect(sorted(await read(both))).toEqual(mine.filter((i) => i % 3 !== 0 && i % 2 === 0));
    expect(sorted(await read({ since: "2026-11-01T00:00:02.000Z" }))).toEqual(mine.filter((i) => i >= 10));
    for (const query of [{ status: "lost" }, { event_type: "x" }, { since: "yesterday" }, { cursor: "x" }]) {
      const answer = await call(listDeliveries, "GET", { bearer: at.bearer, params, query: { ...query } });
      expect(answer.status).toBe(400);
    }
  });

  it("leaves long payloads out of lists, and shows a single delivery in full", async () => {
    const at = await aPlace();
    const { id } = await aWebhook(at, URL);
    await emitCommitted(at.workspaceId, [{ text: "x".repeat(1_000_000) }]);
    const params = { ...at.params, webhook_id: id };
    const listed = await call(listDeliveries, "GET", { bearer: at.bearer, params });
    expect(listed.json[0]).toMatchObject({ payload: null, is_erased: false });
    const one = { ...params, delivery_id: listed.json[0].id };
    const found = await call(getDelivery, "GET", { bearer: at.bearer, params: one });
    expect(found.json.payload.data.text).toHaveLength(1_000_000);
    expect(JSON.parse(found.json.request_body)).toEqual(found.json.payload);
  });

  it("shows deliveries under their own webhook only", async () => {
    const at = await aPlace();
    const [mine, other] = [await aWebhook(at, URL), await aWebhook(at, URL)];
    await emitCommitted(at.workspaceId, [{}]);
    const [delivery] = await deliveriesOf(other.id);
    const params = { ...at.params, webhook_id: mine.id, delivery_id: delivery?.id ?? "" };
    expect((await call(getDelivery, "GET", { bearer: at.bearer, params })).status).toBe(404);
  });
});
