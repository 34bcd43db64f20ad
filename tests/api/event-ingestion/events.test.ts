import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { OPTIONS, POST } from "@/app/api/v1/event-ingestion/events/route";
import { POST as MINT } from "@/app/api/v1/workspaces/[workspace_id]/api-keys/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

async function aKey() {
  const owner = await aDeveloper();
  const { id: workspaceId } = await aWorkspace(owner);
  const params = { workspace_id: workspaceId };
  const { json } = await call(MINT, "POST", { bearer: owner.jwt, params, body: { name: "shop" } });
  return { workspaceId, key: json.key as string };
}

const anEvent = (given: Record<string, unknown> = {}) => ({
  event_id: randomUUID(),
  type: "page_viewed",
  anonymous_id: "anon-1",
  properties: { path: "/pricing" },
  occurred_at: new Date().toISOString(),
  ...given,
});

const upload = (key: string, events: unknown[], headers: Record<string, string> = {}) =>
  call(POST, "POST", { bearer: key, body: { events }, headers });

const stored = (workspaceId: string) =>
  db().productEvent.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });

describe("POST /event-ingestion/events", () => {
  it("stores every field of an event", async () => {
    const { workspaceId, key } = await aKey();
    const event = anEvent({ user_id: "u-9" });
    const answer = await upload(key, [event]);
    expect(answer.json).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const [row] = await stored(workspaceId);
    expect(row).toMatchObject({
      eventId: event.event_id,
      type: "page_viewed",
      anonymousId: "anon-1",
      userId: "u-9",
      properties: { path: "/pricing" },
      occurredAt: new Date(event.occurred_at),
    });
  });

  it("accepts an event with only a type, any number of times", async () => {
    const { workspaceId, key } = await aKey();
    for (let i = 0; i < 2; i++) expect((await upload(key, [{ type: "ping" }])).json.accepted).toBe(1);
    const rows = await stored(workspaceId);
    expect(rows.map(({ type }) => type)).toEqual(["ping", "ping"]);
    expect(rows[0]?.properties).toEqual({});
  });

  it("accepts the key as a bearer token, in X-Api-Key, and in the body of a beacon sent as plain text", async () => {
    const { workspaceId, key } = await aKey();
    const events = [{ type: "x" }];
    const answers = [
      await call(POST, "POST", { bearer: key, body: { events } }),
      await call(POST, "POST", { headers: { "x-api-key": key }, body: { events } }),
      await call(POST, "POST", {
        headers: { "content-type": "text/plain;charset=UTF-8" },
        body: JSON.stringify({ api_key: key, events }),
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored(workspaceId)).toHaveLength(3);
  });

  it.each(["", "wsk_", `wsk_${"0".repeat(46)}`, "svc_x", "null"])(
    "answers 401 to the key %j",
    async (key) => {
      const answer = await call(POST, "POST", { headers: { "x-api-key": key }, body: { events: [] } });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({ detail: "Missing, invalid or revoked API key" });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    },
  );

  it("counts known event ids as duplicates, within an upload and across uploads", async () => {
    const { workspaceId, key } = await aKey();
    const event = anEvent();
    const first = await upload(key, [event, event, anEvent()]);
    expect(first.json).toEqual({ accepted: 2, duplicates: 1, rejected: [] });
    const second = await upload(key, [{ ...event, type: "changed" }]);
    expect(second.json).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    expect((await stored(workspaceId)).map(({ type }) => type)).toEqual(["page_viewed", "page_viewed"]);
  });

  it("separates workspaces: the same event id is new in another one", async () => {
    const [mine, theirs] = [await aKey(), await aKey()];
    const event = anEvent();
    for (const { key } of [mine, theirs]) expect((await upload(key, [event])).json.accepted).toBe(1);
    expect(await stored(theirs.workspaceId)).toHaveLength(1);
  });

  it("stores each event once if the same events arrive in many orders at the same time", async () => {
    const { workspaceId, key } = await aKey();
    const events = Array.from({ length: 100 }, () => anEvent());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => upload(key, i % 2 ? events : [...events].reverse())),
    );
    const sum = (field: string) => answers.reduce((total, { json }) => total + json[field], 0);
    expect([sum("accepted"), sum("duplicates")]).toEqual([100, 1900]);
    expect(await stored(workspaceId)).toHaveLength(100);
  });

  it("refuses each invalid event separately, with its reason and place, and keeps the others", async () => {
    const { workspaceId, key } = await aKey();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const bad: [unknown, string][] = [
      [null, "invalid"],
      ["text", "invalid"],
      [[], "invalid"],
      [{}, "invalid"],
      [anEvent({ type: "" }), "invalid"],
      [anEvent({ type: "   " }), "invalid"],
      [anEvent({ type: "x".repeat(101) }), "invalid"],
      [anEvent({ type: "nul\u0000" }), "invalid"],
      [anEvent({ event_id: "" }), "invalid"],
      [anEvent({ event_id: "x".repeat(65) }), "invalid"],
      [anEvent({ event_id: 7 }), "invalid"],
      [anEvent({ user_id: "half \ud800" }), "invalid"],
      [anEvent({ properties: [] }), "invalid"],
      [anEvent({ properties: { "nul\u0000": 1 } }), "invalid"],
      [anEvent({ properties: { deep: { half: "\udfff" } } }), "invalid"],
      [anEvent({ occurred_at: "yesterday" }), "invalid"],
      [anEvent({ occurred_at: 1_700_000_000 }), "invalid"],
      [anEvent({ occurred_at: daysAgo(31) }), "occurred_at_out_of_range"],
      [anEvent({ occurred_at: daysAgo(-2) }), "occurred_at_out_of_range"],
      [anEvent({ properties: { text: "é".repeat(16_384) } }), "too_large"],
    ];
    const good = anEvent();
    const answer = await upload(key, [...bad.map(([event]) => event), good]);
    expect(answer.status).toBe(200);
    expect(answer.json.rejected.map(({ reason }: { reason: string }) => reason)).toEqual(
      bad.map(([, reason]) => reason),
    );
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual(bad.map((_, i) => i));
    expect(answer.json).toMatchObject({ accepted: 1, duplicates: 0 });
    expect((await stored(workspaceId)).map(({ eventId }) => eventId)).toEqual([good.event_id]);
  });

  it("drops one event, not the upload, if its brackets are nested ten thousand deep", async () => {
    const { workspaceId, key } = await aKey();
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const body = `{"events":[{"type":"deep","properties":{"a":${deep}}},{"type":"flat"}]}`;
    const answer = await call(POST, "POST", { bearer: key, body });
    expect(answer.json).toMatchObject({ accepted: 1, rejected: [{ index: 0 }] });
    expect((await stored(workspaceId)).map(({ type }) => type)).toEqual(["flat"]);
  });

  it("treats a time in the future as now, because browsers' clocks are wrong", async () => {
    const { workspaceId, key } = await aKey();
    await upload(key, [anEvent({ occurred_at: new Date(Date.now() + 3_600_000).toISOString() })]);
    const [row] = await stored(workspaceId);
    expect(row?.occurredAt).toEqual(row?.receivedAt);
  });

  it("drops unknown keys and can't pollute prototypes", async () => {
    const { workspaceId, key } = await aKey();
    const body = `{"events":[{"type":"x","workspace_id":"${randomUUID()}","__proto__":{"polluted":true},
      "properties":{"constructor":{"a":1}}}]}`;
    expect((await call(POST, "POST", { bearer: key, body })).json.accepted).toBe(1);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await stored(workspaceId)).toHaveLength(1);
  });

  it.each([
    ['{"a":1e400}', "properties.a"],
    ['{"list":[0,-1e999]}', "properties.list.1"],
    ['{"__proto__":{"a":1}}', "properties.__proto__"],
    ['{"inner":{"\\u005f_proto__":1}}', "properties.inner.__proto__"],
  ])("refuses an event with properties that it could not give back: %s", async (properties, path) => {
    const { workspaceId, key } = await aKey();
    const body = `{"events":[{"type":"x","properties":${properties}},{"type":"x","properties":{"n":1e-400}}]}`;
    const { json } = await call(POST, "POST", { bearer: key, body });
    expect(json).toMatchObject({ accepted: 1, rejected: [{ index: 0, detail: `${path}: can't be stored` }] });
    expect(await stored(workspaceId)).toHaveLength(1);
  });

  it("takes 100 events and refuses 101 with a 422 that names them", async () => {
    const { key } = await aKey();
    const events = Array.from({ length: 101 }, () => ({ type: "x" }));
    expect((await upload(key, events.slice(1))).json.accepted).toBe(100);
    const answer = await upload(key, events);
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "events"]);
  });

  it("answers 400 to what is not JSON, 413 to more than 1 MiB, unpacked or not, and 422 to another shape", async () => {
    const { key } = await aKey();
    const send = (body: unknown, headers = {}) => call(POST, "POST", { bearer: key, body, headers });
    expect((await send("{")).status).toBe(400);
    expect((await send("")).status).toBe(400);
    expect((await send(Uint8Array.of(0x7b, 0xff))).status).toBe(400);
    expect((await send(" ".repeat(1_048_577))).status).toBe(413);
    const bomb = gzipSync(Buffer.alloc(2_000_000, " "));
    expect((await send(bomb, { "content-encoding": "gzip" })).status).toBe(413);
    for (const body of [{}, [], { events: {} }, "null"]) expect((await send(body)).status).toBe(422);
  });

  it("accepts gzip", async () => {
    const { key } = await aKey();
    const body = gzipSync(JSON.stringify({ events: [{ type: "x" }] }));
    const answer = await call(POST, "POST", { bearer: key, body, headers: { "content-encoding": "gzip" } });
    expect(answer.json.accepted).toBe(1);
  });

  it("accepts 60 uploads a minute from one address, then says how long to wait", async () => {
    const { key } = await aKey();
    const headers = { "x-forwarded-for": "198.51.100.7" };
    for (let i = 0; i < 60; i++) expect((await upload(key, [], headers)).status).toBe(200);
    const refused = await upload(key, [], headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect((await upload(key, [], { "x-forwarded-for": "198.51.100.8" })).status).toBe(200);
  });

  it("counts guesses at keys from one address too", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9", "x-api-key": "wsk_guess" };
    const statuses = [];
    for (let i = 0; i < 61; i++) {
      statuses.push((await call(POST, "POST", { headers, body: { events: [] } })).status);
    }
    expect([statuses[59], statuses[60]]).toEqual([401, 429]);
  });

  it("accepts 300 uploads a minute for one workspace, from any number of addresses", async () => {
    const [{ key }, other] = [await aKey(), await aKey()];
    for (let i = 0; i < 300; i++) {
      expect((await upload(key, [], { "x-forwarded-for": `203.0.113.${i % 250}` })).status).toBe(200);
    }
    expect((await upload(key, [], { "x-forwarded-for": "203.0.113.251" })).status).toBe(429);
    expect((await upload(other.key, [])).status).toBe(200);
  });
});

describe("OPTIONS /event-ingestion/events", () => {
  it("lets pages of any origin send the key, JSON and gzip", async () => {
    const answer = await call(OPTIONS, "OPTIONS", {
      headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
    const allowed = (answer.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining(["authorization", "content-type", "x-api-key", "content-encoding"]),
    );
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });
});
