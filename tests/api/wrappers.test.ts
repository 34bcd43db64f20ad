import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { errorResponse } from "@/lib/http/error-response";
import { BODIES_IN_HAND_PER_ADDRESS_MAX, BODY_IN_HAND_BYTES_MIN } from "@/lib/http/limits";
import { db, pool } from "@/lib/platform/database";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { inboundRoute } from "@/lib/routes/inbound-route";
import { publicRoute } from "@/lib/routes/public-route";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

describe("an inbound route", () => {
  const echo = inboundRoute({
    summary: "Echo",
    from: [],
    bodyBytesMax: 16,
    admit: () => {},
    response: z.object({ hex: z.string() }),
    handle: async ({ bytes }) => ({ hex: bytes.toString("hex") }),
  });

  it("hands the bytes over as they came: not decoded, not unpacked, not parsed", async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x20]);
    expect((await call(echo, "POST", { body: bytes })).json).toEqual({ hex: "7bff0020" });
    const headers = { "content-encoding": "gzip" };
    const packed = gzipSync("");
    expect(packed.length).toBeGreaterThan(16);
    expect((await call(echo, "POST", { headers, body: packed.subarray(0, 10) })).json.hex).toBe(
      packed.subarray(0, 10).toString("hex"),
    );
  });

  it("stops reading at its limit, whatever length was announced", async () => {
    expect((await call(echo, "POST", { body: Buffer.alloc(16) })).status).toBe(200);
    expect((await call(echo, "POST", { body: Buffer.alloc(17) })).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(8));
      },
    });
    const request = new Request("http://localhost/", {
      method: "POST",
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect((await echo(request, { params: Promise.resolve({}) })).status).toBe(413);
    expect(sent).toBeLessThan(10);
  });

  it("does not begin to read what is announced to be longer", async () => {
    let sent = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      sent++;
      controller.close();
    };
    const send = (length: string) => {
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const headers = { "content-length": length };
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      return echo(new Request("http://localhost/", init), { params: Promise.resolve({}) });
    };
    expect([(await send("17")).status, sent]).toEqual([413, 0]);
    expect([(await send("16")).status, sent]).toEqual([200, 1]);
  });
});

describe("every route", () => {
  const failing = publicRoute({
    summary: "Fail",
    response: z.object({}),
    handle: async () => {
      throw new Error("password=hunter2 at 10.0.0.1");
    },
  });

  it("tells nothing of the inside when something unexpected happens, but under which id it was logged", async () => {
    const answer = await call(failing, "GET");
    expect([answer.status, answer.json]).toEqual([500, { detail: "Something went wrong on our side." }]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/);
  });

  it("takes a caller's request id when it is one, and makes its own otherwise", async () => {
    const given = await call(failing, "GET", { headers: { "x-request-id": "trace-12345678" } });
    expect(given.headers.get("x-request-id")).toBe("trace-12345678");
    const odd = await call(failing, "GET", { headers: { "x-request-id": "a b" } });
    expect(odd.headers.get("x-request-id")).not.toBe("a b");
  });

  it("answers an AppError by its code, with Retry-After in whole seconds and the issues", async () => {
    const limited = publicRoute({
      summary: "Refuse",
      response: z.object({}),
      errors: ["too_many_requests"],
      handle: async () => {
        throw new AppError("too_many_requests", "Slow down.", { retryAfterS: 0.2 });
      },
    });
    const answer = await call(limited, "GET");
    expect([answer.status, answer.headers.get("retry-after"), answer.json]).toEqual([
      429,
      "1",
      { detail: "Slow down." },
    ]);
  });

  it("lets out only what its schema lists", async () => {
    const leaky = publicRoute({
      summary: "Leak",
      response: z.object({ name: z.string() }),
      handle: async () => ({ name: "Ada", token_hash: "secret" }) as { name: string },
    });
    expect((await call(leaky, "GET")).json).toEqual({ name: "Ada" });
  });

  it("of a POST takes no body for an empty one where it requires nothing of it, and nowhere else", async () => {
    const echo = (body: z.ZodObject) =>
      publicRoute({ summary: "Echo", body, response: z.unknown(), handle: async ({ body: given }) => given });
    const optional = echo(z.object({ name: z.string().optional(), days: z.int().default(7) }));
    expect((await call(optional, "POST")).json).toEqual({ days: 7 });
    expect((await call(optional, "POST", { body: '{"days":1}' })).json).toEqual({ days: 1 });
    const headers = { "content-encoding": "gzip" };
    expect((await call(optional, "POST", { headers, body: gzipSync("") })).json).toEqual({ days: 7 });
    for (const [route, method, body] of [
      [optional, "PATCH", ""],
      [optional, "POST", " "],
      [echo(z.object({ name: z.string() })), "POST", ""],
    ] as const) {
      const answer = await call(route, method, { body });
      expect([answer.status, answer.json]).toEqual([400, { detail: "The request body is not valid JSON." }]);
    }
  });

  it("works on a few bodies of an address at a time, whether it succeeds or fails: parsed, they fill the memory", async () => {
    const held: (() => void)[] = [];
    const slow = publicRoute({
      summary: "Slow",
      errors: ["conflict"],
      body: z.object({ fails: z.boolean() }),
      handle: async ({ body }) => {
        await new Promise<void>((end) => held.push(end));
        if (body.fails) throw new AppError("conflict", "No");
      },
    });
    const text = (fails: boolean) => JSON.stringify({ fails, more: "x".repeat(BODY_IN_HAND_BYTES_MIN) });
    const send = (address: string, body: string) =>
      call(slow, "POST", {
        body,
        headers: { "content-type": "application/json", "x-forwarded-for": address },
      });
    const many = 2 * BODIES_IN_HAND_PER_ADDRESS_MAX;
    const sent = Array.from({ length: many }, (_, at) => send("192.0.2.1", text(at % 2 === 1)));
    await vi.waitFor(() => expect(held).toHaveLength(BODIES_IN_HAND_PER_ADDRESS_MAX));
    const others = [send("192.0.2.1", '{"fails":false}'), send("192.0.2.2", text(false))];
    await vi.waitFor(() => expect(held).toHaveLength(BODIES_IN_HAND_PER_ADDRESS_MAX + others.length));
    for (const end of held.splice(0)) end();
    await vi.waitFor(() => expect(held).toHaveLength(BODIES_IN_HAND_PER_ADDRESS_MAX));
    for (const end of held) end();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: many }, (_, at) => (at % 2 ? 409 : 204)));
    for (const { status } of await Promise.all(others)) expect(status).toBe(204);
  });

  it("may be cached by nobody unless it says so", async () => {
    expect((await call(failing, "GET")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("a bearer", () => {
  const whoami = bearerRoute({
    summary: "Who",
    reach: "anyone",
    response: z.object({ id: z.string() }),
    handle: async ({ actor }) => ({ id: actor.developerId }),
  });

  it.each([
    ["", 401],
    ["Bearer", 401],
    ["Bearer ", 401],
    ["Basic YTpi", 401],
    ["Bearer a b", 401],
    [`Bearer ${"x".repeat(5000)}`, 401],
  ])("that reads %j is no credential", async (authorization, status) => {
    const answer = await call(whoami, "GET", { headers: { authorization } });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([status, "Bearer"]);
  });

  it.each(["bearer ", "Bearer  "])("is taken after %j (RFC 9110, 11.4)", async (scheme) => {
    const ada = await aDeveloper();
    const answer = await call(whoami, "GET", { headers: { authorization: `${scheme}${ada.jwt}` } });
    expect(answer.json).toEqual({ id: ada.id });
  });
});

describe("a body", () => {
  const keep = publicRoute({
    summary: "Keep",
    body: z.object({ flags: z.record(z.string(), z.boolean()) }),
    response: z.object({ names: z.array(z.string()) }),
    handle: async ({ body }) => ({ names: Object.keys(body.flags) }),
  });

  it.each(['"__proto__"', '"\\u005f\\u005fproto__"'])(
    "with a key that schemas drop is refused by its name: %s",
    async (key) => {
      const answer = await call(keep, "POST", { body: `{"flags":{"constructor":true,${key}:true}}` });
      expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([422, "flags.__proto__"]);
    },
  );

  it("may hold the other names that objects know, and that name in a text", async () => {
    const answer = await call(keep, "POST", {
      body: '{"flags":{"constructor":true,"toString":false},"a":"__proto__"}',
    });
    expect(answer.json).toEqual({ names: ["constructor", "toString"] });
  });
});

/** What a request is answered in which the database refuses a reference. */
async function answerTo(refused: () => Promise<unknown>) {
  const late = publicRoute({
    summary: "Late",
    body: z.object({}),
    response: z.object({}),
    handle: async () => {
      await refused();
      return {};
    },
  });
  const answer = await call(late, "POST", { body: {} });
  return [answer.status, answer.json.detail];
}

it.each<[string, (id: string) => Promise<unknown>]>([
  ["by a model", (developerId) => db().trackerOwnRedaction.create({ data: { developerId, sealed: "" } })],
  ["by SQL", (id) => db().$executeRaw`INSERT INTO tracker_own_redaction VALUES (${id}::uuid, '')`],
  ["by a pool", (id) => pool().query("INSERT INTO tracker_own_redaction VALUES ($1, '')", [id])],
])("what refers to something that was deleted meanwhile is a conflict, stored %s", async (_by, store) => {
  const expected = [409, "Something that this refers to was just deleted"];
  expect(await answerTo(() => store(randomUUID()))).toEqual(expected);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ["by a model", (id) => db().customRole.delete({ where: { id } })],
  ["by SQL", (id) => db().$executeRaw`DELETE FROM custom_role WHERE id = ${id}::uuid`],
  ["by a pool", (id) => pool().query("DELETE FROM custom_role WHERE id = $1", [id])],
  [
    "as Postgres up to version 17 tells of it",
    () =>
      pool().query(
        `CREATE TEMP TABLE parent (id int PRIMARY KEY); CREATE TEMP TABLE child (id int REFERENCES parent);
         INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1); DELETE FROM parent`,
      ),
  ],
])("what something else refers to is a conflict when it is deleted %s, in other words", async (_by, drop) => {
  const workspaceId = (await aWorkspace(await aDeveloper())).id;
  const { id: customRoleId } = await db().customRole.findFirstOrThrow({ where: { workspaceId } });
  await db().workspaceInvite.create({
    data: {
      workspaceId,
      customRoleId,
      email: "a@example.com",
      tokenHash: randomUUID(),
      expiresAt: new Date(),
    },
  });
  const expected = [409, "Something refers to this, so it can't be deleted"];
  expect(await answerTo(() => drop(customRoleId))).toEqual(expected);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ["changed", (id) => db().customRole.update({ where: { id }, data: { name: "x" } })],
  ["deleted", (id) => db().customRole.delete({ where: { id } })],
])("what was deleted after it was looked for is not found when it is %s", async (_how, change) => {
  const error = await change(randomUUID()).catch((thrown: unknown) => thrown);
  const answer = errorResponse(error);
  expect([answer.status, await answer.json()]).toEqual([404, { detail: "Role not found" }]);
});

it.each<[string, () => Promise<unknown>]>([
  ["Form not found", () => db().form.update({ where: { id: randomUUID() }, data: { name: "x" } })],
  ["Share link not found", () => db().shareLink.delete({ where: { id: randomUUID() } })],
  ["Not found: it was just deleted", () => db().jobSchedule.delete({ where: { name: "no such job" } })],
])("says by its name what was deleted: %s", async (detail, change) => {
  const error = await change().catch((thrown: unknown) => thrown);
  expect(await errorResponse(error).json()).toEqual({ detail });
});
