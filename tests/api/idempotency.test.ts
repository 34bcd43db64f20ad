import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import * as apiTokens from "@/app/api/v1/developers/me/api-tokens/route";
import * as webhooksAnywhere from "@/app/api/v1/webhooks/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/import/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import * as webhooks from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import * as invites from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import * as workspaces from "@/app/api/v1/workspaces/route";
import { AppError } from "@/lib/http/app-error";
import { db, transaction } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { sweepIdempotencyKeys } from "@/lib/routes/idempotency/jobs";
import { call } from "@/tests/support/call";
import { aCrm, type Crm, crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember } from "@/tests/support/factories";

function create(crm: Crm, key: string, values: object, params = crm.at("company")) {
  return call(records.POST, "POST", {
    bearer: crm.bearer,
    params,
    headers: { "idempotency-key": key },
    body: { values },
  });
}

async function titles(crm: Crm): Promise<string[]> {
  return (await crm.list("company")).json.map(({ title }: { title: string }) => title);
}

function rows(key: string) {
  return db().idempotencyKey.findMany({ where: { key } });
}

describe("an Idempotency-Key", () => {
  it("gives a repeat the first answer, and creates nothing twice", async () => {
    const crm = await aCrm();
    const key = randomUUID();
    const first = await create(crm, `"${key}"`, { name: "A" });
    expect([first.status, first.headers.get("etag")]).toEqual([201, '"1"']);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    await crm.update("company", first.json.id, { name: "Changed since" });
    const again = await create(crm, key, { name: "A" });
    expect([again.status, again.headers.get("etag"), again.text]).toEqual([201, '"1"', first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toContain("application/json");
    expect(await titles(crm)).toEqual(["Changed since"]);
  });

  it("belongs to one body: with any other it is a 422, however small the difference", async () => {
    const crm = await aCrm();
    const key = randomUUID();
    await create(crm, key, { name: "A" });
    expect((await create(crm, key, { name: "A " })).status).toBe(422);
    expect(await titles(crm)).toEqual(["A"]);
  });

  it("knows a body again however it is packed: programs write the time into gzip", async () => {
    const crm = await aCrm();
    const body = Buffer.from(JSON.stringify({ values: { name: "A" } }));
    const [packed, later] = [gzipSync(body), gzipSync(body)];
    later.writeUInt32LE(1_800_000_000, 4);
    const key = randomUUID();
    const send = (bytes: Buffer, headers = {}) =>
      call(records.POST, "POST", {
        bearer: crm.bearer,
        params: crm.at("company"),
        headers: { "idempotency-key": key, ...headers },
        body: new Uint8Array(bytes),
      });
    const gzip = { "content-encoding": "gzip" };
    const answers = [await send(packed, gzip), await send(later, gzip), await send(body)];
    expect(answers.map(({ status, headers }) => [status, headers.get("idempotent-replayed")])).toEqual([
      [201, null],
      [201, "true"],
      [201, "true"],
    ]);
    expect((await send(gzipSync(`${body} `), gzip)).status).toBe(422);
    expect(await titles(crm)).toEqual(["A"]);
  });

  it("belongs to one caller and one path", async () => {
    const crm = await aCrm();
    const colleague = await aMember(crm.workspaceId, "admin");
    const theirs = crmOf(colleague.jwt, crm.workspaceId);
    const key = randomUUID();
    const [mine, other] = [await create(crm, key, { name: "A" }), await create(theirs, key, { name: "A" })];
    expect([mine.status, other.status]).toEqual([201, 201]);
    expect(other.json.id).not.toBe(mine.json.id);
    const elsewhere = await records.POST(
      new Request("http://localhost:3000/elsewhere", {
        method: "POST",
        headers: { authorization: `Bearer ${crm.bearer}`, "idempotency-key": key },
        body: JSON.stringify({ values: { name: "A" } }),
      }),
      { params: Promise.resolve(crm.at("company")) },
    );
    expect(elsewhere.status).toBe(201);
    expect(await titles(crm)).toHaveLength(3);
  });

  it("knows a path again whose ids are written in capitals", async () => {
    const crm = await aCrm();
    const headers = { authorization: `Bearer ${crm.bearer}`, "idempotency-key": randomUUID() };
    const body = JSON.stringify({ values: { name: "A" } });
    const { workspaceId } = crm;
    for (const id of [workspaceId, workspaceId.toUpperCase()]) {
      const url = `http://localhost:3000/api/v1/workspaces/${id}/crm/objects/company/records`;
      const request = new Request(url, { method: "POST", headers, body });
      const answer = await records.POST(request, { params: Promise.resolve(crm.at("company")) });
      expect(answer.status).toBe(201);
    }
    expect(await titles(crm)).toEqual(["A"]);
  });

  it("creates one thing from 20 simultaneous requests; the others are told to wait, or get the answer", async () => {
    const crm = await aCrm();
    await crm.list("company");
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(crm, key, { name: "A" })));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
    for (const { status, headers } of answers.filter(({ status }) => status !== 201)) {
      expect([status, headers.get("retry-after")]).toEqual([409, "2"]);
    }
    expect(await titles(crm)).toEqual(["A"]);
  });

  it("can be used again after a refusal, which created nothing", async () => {
    const crm = await aCrm();
    const key = randomUUID();
    await crm.make("company", { name: "Taken", domain: "a.example" });
    expect((await create(crm, key, { name: "A", domain: "a.example" })).status).toBe(409);
    expect(await rows(key)).toEqual([]);
    expect((await create(crm, key, { name: "A", domain: "b.example" })).status).toBe(201);
  });

  it.each(["", "x".repeat(256), "two words", '"open'])("of %j is refused", async (key) => {
    const crm = await aCrm();
    const answer = await create(crm, key, { name: "A" });
    expect([answer.status, answer.json.detail]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
    expect(await titles(crm)).toEqual([]);
  });

  it("withholds the answer from callers who have lost the permission", async () => {
    const crm = await aCrm();
    const colleague = await aMember(crm.workspaceId, "admin");
    const theirs = crmOf(colleague.jwt, crm.workspaceId);
    const key = randomUUID();
    expect((await create(theirs, key, { name: "A" })).status).toBe(201);
    await db().workspaceMember.updateMany({
      where: { workspaceId: crm.workspaceId, developerId: colleague.id },
      data: { status: "suspended" },
    });
    expect((await create(theirs, key, { name: "A" })).status).toBe(403);
  });

  it("withholds it as well where the body names the workspace", async () => {
    const crm = await aCrm();
    const colleague = await aMember(crm.workspaceId, "admin");
    const body = { url: "https://example.com/hook", events: ["*"], workspace_id: crm.workspaceId };
    const again = () =>
      call(webhooksAnywhere.POST, "POST", {
        bearer: colleague.jwt,
        headers: { "idempotency-key": "once" },
        body,
      });
    const made = await again();
    const repeated = await again();
    expect([made.status, repeated.status]).toEqual([201, 409]);
    expect(repeated.text).toContain(made.json.id);
    await db().workspaceMember.updateMany({
      where: { workspaceId: crm.workspaceId, developerId: colleague.id },
      data: { status: "suspended" },
    });
    const refused = await again();
    expect([refused.status, refused.json]).toEqual([403, { detail: "Permission denied" }]);
  });

  it("is valid for 24 hours, and then deleted in batches", async () => {
    const crm = await aCrm();
    const key = randomUUID();
    const first = await create(crm, key, { name: "A" });
    const age = (hours: number) =>
      db().idempotencyKey.updateMany({
        where: { key },
        data: { createdAt: new Date(Date.now() - hours * HOUR_MS) },
      });
    await age(23.9);
    expect((await create(crm, key, { name: "A" })).json.id).toBe(first.json.id);
    await age(24.1);
    expect((await create(crm, key, { name: "B" })).status).toBe(201);
    expect(await titles(crm)).toHaveLength(2);
    const context = { now: new Date() } as Parameters<typeof sweepIdempotencyKeys.handler>[1];
    await sweepIdempotencyKeys.handler({}, context);
    expect(await rows(key)).toHaveLength(1);
    await age(24.1);
    await sweepIdempotencyKeys.handler({}, context);
    expect(await rows(key)).toEqual([]);
  });

  it("covers an import, which answers 200", async () => {
    const crm = await aCrm();
    const send = (headers: Record<string, string>) =>
      call(importing.POST, "POST", {
        bearer: crm.bearer,
        params: crm.at("company"),
        headers,
        body: { csv: "name\nA\nB\n" },
      });
    const key = { "idempotency-key": randomUUID() };
    const first = await send(key);
    expect(first.json.created).toBe(2);
    expect((await send(key)).json).toEqual(first.json);
    expect(await titles(crm)).toHaveLength(2);
  });
});

describe("answers with a secret", () => {
  it.each<
    [
      name: string,
      secret: string,
      send: (crm: Crm, headers: Record<string, string>) => ReturnType<typeof call>,
    ]
  >([
    [
      "an API token",
      "token",
      (crm, headers) =>
        call(apiTokens.POST, "POST", { bearer: crm.bearer, headers, body: { name: "Robot" } }),
    ],
    [
      "a webhook",
      "secret",
      (crm, headers) =>
        call(webhooks.POST, "POST", {
          bearer: crm.bearer,
          headers,
          params: { workspace_id: crm.workspaceId },
          body: { url: "https://example.com/hook", events: ["*"] },
        }),
    ],
    [
      "an invite",
      "token",
      async (crm, headers) => {
        const role = await db().customRole.findFirstOrThrow({
          where: { workspaceId: crm.workspaceId, slug: "member" },
        });
        return call(invites.POST, "POST", {
          bearer: crm.bearer,
          headers,
          params: { workspace_id: crm.workspaceId },
          body: { email: "grace@example.com", custom_role_id: role.id },
        });
      },
    ],
  ])("are not stored: for %s a repeat is told what was created", async (_, secret, send) => {
    const crm = await aCrm();
    const key = randomUUID();
    const first = await send(crm, { "idempotency-key": key });
    expect([first.status, first.json[secret]]).toEqual([201, expect.any(String)]);
    const again = await send(crm, { "idempotency-key": key });
    expect([again.status, again.json.id]).toEqual([409, first.json.id]);
    expect(again.json.detail).toContain(first.json.id);
    const kept = await rows(key);
    expect(kept).toMatchObject([{ state: "answered", body: null, madeId: first.json.id }]);
    expect(JSON.stringify(kept)).not.toContain(first.json[secret]);
  });

  it("are not stored for a webhook under either of its paths", async () => {
    const crm = await aCrm();
    const headers = { "idempotency-key": randomUUID() };
    const body = { workspace_id: crm.workspaceId, url: "https://example.com/hook", events: ["*"] };
    const first = await call(webhooksAnywhere.POST, "POST", { bearer: crm.bearer, headers, body });
    const again = await webhooks.POST(
      new Request(`http://localhost:3000/api/v1/workspaces/${crm.workspaceId}/crm/webhooks`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${crm.bearer}` },
        body: JSON.stringify(body),
      }),
      { params: Promise.resolve({ workspace_id: crm.workspaceId }) },
    );
    expect([first.status, again.status]).toEqual([201, 409]);
    expect(await again.json()).toMatchObject({ id: first.json.id });
  });
});

it.each([
  [262_144, 201, {}],
  [262_145, 409, { id: "made", detail: expect.stringContaining("succeeded and made made") }],
])("an answer of %i characters is repeated, or what it made is named", async (length, status, told) => {
  const { jwt: bearer } = await aDeveloper();
  const text = "x".repeat(length - JSON.stringify({ id: "made", text: "" }).length);
  const route = bearerRoute({
    summary: "Make something large",
    reach: "anyone",
    status: 201,
    response: z.object({ id: z.string(), text: z.string() }),
    handle: async () => ({ id: "made", text }),
  });
  const headers = { "idempotency-key": randomUUID() };
  expect((await call(route, "POST", { bearer, headers })).json).toEqual({ id: "made", text });
  const again = await call(route, "POST", { bearer, headers });
  expect([again.status, again.json]).toEqual([status, expect.objectContaining(told)]);
});

describe("a request that is interrupted", () => {
  /** A route that makes an entry in a transaction, and then goes on as told. */
  function aRoute(afterwards: () => Promise<unknown>, isInTransaction = true) {
    let runs = 0;
    const route = bearerRoute({
      summary: "Make something",
      reach: "anyone",
      status: 201,
      response: z.object({ id: z.string() }),
      errors: ["unavailable"],
      handle: async () => {
        runs += 1;
        if (isInTransaction) await transaction((tx) => tx.$executeRaw`SELECT 1`);
        await afterwards();
        return { id: randomUUID() };
      },
    });
    return { route, runs: () => runs };
  }

  it("by an error after its change was committed never makes the change again", async () => {
    const { jwt: bearer } = await aDeveloper();
    const headers = { "idempotency-key": randomUUID() };
    const { route, runs } = aRoute(async () => {
      throw new Error("broken");
    });
    expect((await call(route, "POST", { bearer, headers })).status).toBe(500);
    const again = await call(route, "POST", { bearer, headers });
    expect([again.status, again.json.detail]).toEqual([409, expect.stringContaining("answer was lost")]);
    expect(runs()).toBe(1);
  });

  it("after its change was committed makes repeats wait for the answer", async () => {
    const { jwt: bearer } = await aDeveloper();
    const headers = { "idempotency-key": randomUUID() };
    let finish = () => {};
    const { route, runs } = aRoute(() => new Promise<void>((resolve) => (finish = resolve)));
    const first = call(route, "POST", { bearer, headers });
    await vi.waitFor(async () =>
      expect((await rows(headers["idempotency-key"])).map(({ state }) => state)).toEqual(["committed"]),
    );
    const meanwhile = await call(route, "POST", { bearer, headers });
    expect([meanwhile.status, meanwhile.headers.get("retry-after")]).toEqual([409, "2"]);
    finish();
    const { json } = await first;
    expect((await call(route, "POST", { bearer, headers })).json).toEqual(json);
    expect(runs()).toBe(1);
  });

  it("by an error before anything was committed runs again", async () => {
    const { jwt: bearer } = await aDeveloper();
    const headers = { "idempotency-key": randomUUID() };
    const { route, runs } = aRoute(async () => {
      throw new Error("broken");
    }, false);
    await call(route, "POST", { bearer, headers });
    expect((await call(route, "POST", { bearer, headers })).status).toBe(500);
    expect(runs()).toBe(2);
  });

  it("by a refusal after a transaction runs again", async () => {
    const { jwt: bearer } = await aDeveloper();
    const headers = { "idempotency-key": randomUUID() };
    const { route, runs } = aRoute(async () => {
      throw new AppError("unavailable", "Not now");
    });
    await call(route, "POST", { bearer, headers });
    expect((await call(route, "POST", { bearer, headers })).status).toBe(503);
    expect(runs()).toBe(2);
  });

  it("by a kill before its change is waited for, and then runs again", async () => {
    const { jwt: bearer, id: developerId } = await aDeveloper();
    const key = randomUUID();
    const headers = { "idempotency-key": key };
    const { route, runs } = aRoute(async () => {});
    const first = await call(route, "POST", { bearer, headers });
    // As a killed process leaves it.
    const left = { state: "claimed", status: null, body: null, madeId: null };
    await db().idempotencyKey.updateMany({ where: { developerId, key }, data: left });
    expect((await call(route, "POST", { bearer, headers })).status).toBe(409);
    await db().idempotencyKey.updateMany({
      where: { developerId, key },
      data: { claimedUntil: new Date(Date.now() - 1) },
    });
    const again = await call(route, "POST", { bearer, headers });
    expect(again.status).toBe(201);
    expect([runs(), again.json.id === first.json.id]).toEqual([2, false]);
  });

  it("by being slow is superseded: once a repeat has begun, it can't commit any more", async () => {
    const { jwt: bearer, id: developerId } = await aDeveloper();
    const headers = { "idempotency-key": randomUUID() };
    const route = bearerRoute({
      summary: "Make something",
      reach: "anyone",
      status: 201,
      response: z.object({ id: z.string() }),
      handle: async () => {
        await db().idempotencyKey.updateMany({ where: { developerId }, data: { claimId: randomUUID() } });
        await transaction((tx) =>
          tx.developer.update({ where: { id: developerId }, data: { name: "Late" } }),
        );
        return { id: randomUUID() };
      },
    });
    expect((await call(route, "POST", { bearer, headers })).status).toBe(409);
    const { name } = await db().developer.findUniqueOrThrow({ where: { id: developerId } });
    expect(name).not.toBe("Late");
  });

  it.each([
    ["answers", async () => ({ id: "late" }), 201],
    ["is refused", async () => Promise.reject(new AppError("unavailable", "Not now")), 503],
    ["breaks", async () => Promise.reject(new Error("broken")), 500],
  ] as const)("and %s once a repeat has begun leaves the repeat's claim alone", async (_, end, status) => {
    const { jwt: bearer } = await aDeveloper();
    const key = randomUUID();
    let claim: object[] = [];
    const route = bearerRoute({
      summary: "Make something",
      reach: "anyone",
      status: 201,
      response: z.object({ id: z.string() }),
      errors: ["unavailable"],
      handle: async () => {
        await db().idempotencyKey.updateMany({ where: { key }, data: { claimId: randomUUID() } });
        claim = await rows(key);
        return end();
      },
    });
    const headers = { "idempotency-key": key };
    expect((await call(route, "POST", { bearer, headers })).status).toBe(status);
    expect([claim.length, await rows(key)]).toEqual([1, claim]);
  });
});

describe("without a key", () => {
  it("every request is a new one, and nothing is stored", async () => {
    const { jwt: bearer, id: developerId } = await aDeveloper();
    const make = () => call(workspaces.POST, "POST", { bearer, body: { name: "Twice" } });
    const [one, two] = [await make(), await make()];
    expect([one.status, two.status, one.json.id === two.json.id]).toEqual([201, 201, false]);
    expect(await db().idempotencyKey.count({ where: { developerId } })).toBe(0);
  });
});
