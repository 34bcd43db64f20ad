import { describe, expect, it } from "vitest";
import { DELETE, PATCH } from "@/app/api/v1/developers/me/api-tokens/[token_id]/route";
import { GET, POST } from "@/app/api/v1/developers/me/api-tokens/route";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/database";
import { createApiToken } from "@/lib/tokens/create-api-token";
import { call } from "@/tests/support/call";
import { aDeveloper, anActor } from "@/tests/support/factories";

async function aToken(bearer: string, body: object = { name: "laptop" }) {
  const answer = await call(POST, "POST", { bearer, body });
  expect(answer.status).toBe(201);
  return answer.json as { id: string; token: string; token_prefix: string };
}

describe("POST /developers/me/api-tokens", () => {
  it("shows the token once and stores only its hash and 12-character prefix", async () => {
    const ada = await aDeveloper();
    const created = await aToken(ada.jwt);
    expect(created.token).toMatch(/^svc_[0-9A-Za-z]{46}$/);
    expect(created.token_prefix).toBe(created.token.slice(0, 12));
    const row = await db().apiToken.findUniqueOrThrow({ where: { id: created.id } });
    expect(row.tokenHash).toBe(sha256Hex(created.token));
    expect(JSON.stringify(row)).not.toContain(created.token.slice(12));
    const list = await call(GET, "GET", { bearer: ada.jwt });
    expect(list.text).not.toContain(created.token.slice(12));
  });

  it.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ name: "nul\u0000" }, "name"],
    [{ name: "half \ud800" }, "name"],
    [{ name: "x", expires_in_days: 0 }, "expires_in_days"],
    [{ name: "x", expires_in_days: 366 }, "expires_in_days"],
    [{ name: "x", expires_in_days: "7" }, "expires_in_days"],
    [{ name: "x", expires_at: "yesterday" }, "expires_at"],
    [{ name: "x", expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ name: "x", expires_at: "2099-01-01T00:00:00Z", expires_in_days: 5 }, "expires_at"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const ada = await aDeveloper();
    const answer = await call(POST, "POST", { bearer: ada.jwt, body });
    expect(answer.status).toBe(422);
    expect(answer.json.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it("answers 400 to a body that is not JSON and 413 to one that is too large", async () => {
    const ada = await aDeveloper();
    expect((await call(POST, "POST", { bearer: ada.jwt, body: "{" })).status).toBe(400);
    expect((await call(POST, "POST", { bearer: ada.jwt, body: " ".repeat(300_000) })).status).toBe(413);
  });

  it("drops unknown keys instead of storing them", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const { id } = await aToken(ada.jwt, { name: "x", developer_id: grace.id, is_active: false });
    const row = await db().apiToken.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ developerId: ada.id, isActive: true });
  });
});

describe("a token as a bearer", () => {
  it("acts as its developer and records each use", async () => {
    const ada = await aDeveloper();
    const { id, token } = await aToken(ada.jwt);
    const list = await call(GET, "GET", { bearer: token });
    expect(list.status).toBe(200);
    const row = await db().apiToken.findUniqueOrThrow({ where: { id } });
    expect(row.lastUsedAt).not.toBeNull();
  });

  it("is refused once expired, switched off, deleted or altered, or if its developer is deactivated", async () => {
    const ada = await aDeveloper();
    const refused = async (token: string) => {
      const answer = await call(GET, "GET", { bearer: token });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    };
    const expired = await aToken(ada.jwt);
    await db().apiToken.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await refused(expired.token);
    const off = await aToken(ada.jwt);
    await call(PATCH, "PATCH", { bearer: ada.jwt, params: { token_id: off.id }, body: { is_active: false } });
    await refused(off.token);
    const gone = await aToken(ada.jwt);
    expect((await call(DELETE, "DELETE", { bearer: ada.jwt, params: { token_id: gone.id } })).status).toBe(
      204,
    );
    await refused(gone.token);
    const good = await aToken(ada.jwt);
    await refused(good.token.slice(0, -1) + (good.token.endsWith("A") ? "B" : "A"));
    await db().developer.update({ where: { id: ada.id }, data: { isActive: false } });
    await refused(good.token);
  });
});

describe("a token created with another token", () => {
  const works = async (token: string) => (await call(GET, "GET", { bearer: token })).status === 200;
  const rowOf = (id: string) => db().apiToken.findUniqueOrThrow({ where: { id } });

  it("expires no later than that one, whatever was requested", async () => {
    const ada = await aDeveloper();
    const parent = await aToken(ada.jwt, { name: "short", expires_in_days: 1 });
    const end = (await rowOf(parent.id)).expiresAt as Date;
    for (const asked of [{}, { expires_in_days: 365 }, { expires_at: "2099-01-01T00:00:00Z" }]) {
      const child = await call(POST, "POST", { bearer: parent.token, body: { name: "long", ...asked } });
      expect(child.json).toMatchObject({ parent_id: parent.id, expires_at: end.toISOString() });
      const grandchild = await call(POST, "POST", { bearer: child.json.token, body: { name: "longer" } });
      expect(grandchild.json.expires_at).toBe(end.toISOString());
    }
    const sooner = new Date(Date.now() + 3_600_000).toISOString();
    const child = await call(POST, "POST", {
      bearer: parent.token,
      body: { name: "sooner", expires_at: sooner },
    });
    expect(child.json.expires_at).toBe(sooner);
    const own = await call(POST, "POST", { bearer: ada.jwt, body: { name: "own" } });
    expect(own.json).toMatchObject({ parent_id: null, expires_at: null });
  });

  it("is refused while that one is switched off, over all generations, and can't switch it on", async () => {
    const ada = await aDeveloper();
    const parent = await aToken(ada.jwt);
    const child = await aToken(parent.token);
    const grandchild = await aToken(child.token);
    const own = await aToken(ada.jwt);
    const turn = (token_id: string, is_active: boolean, bearer = ada.jwt) =>
      call(PATCH, "PATCH", { bearer, params: { token_id }, body: { is_active } });
    await turn(parent.id, false);
    expect(await Promise.all([parent, child, grandchild, own].map(({ token }) => works(token)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect((await turn(parent.id, true, child.token)).status).toBe(401);
    expect((await call(POST, "POST", { bearer: grandchild.token, body: { name: "x" } })).status).toBe(401);
    await turn(parent.id, true);
    await turn(child.id, false);
    expect(await Promise.all([parent, child, grandchild].map(({ token }) => works(token)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ["switched off", { isActive: false }],
    ["expired", { expiresAt: new Date(0) }],
  ])("is not made where that one, or the one before, is %s meanwhile", async (_, ending) => {
    const ada = await aDeveloper();
    const parent = await aToken(ada.jwt);
    const child = await aToken(parent.token);
    await db().apiToken.update({ where: { id: parent.id }, data: ending });
    for (const tokenId of [parent.id, child.id]) {
      // As by a request that was authenticated just before.
      const making = createApiToken({ ...anActor(ada.id), tokenId }, { name: "late" }, new Date());
      await expect(making).rejects.toThrow("Missing, invalid or expired token");
    }
    expect(await db().apiToken.count({ where: { developerId: ada.id } })).toBe(2);
  });

  it("is revoked with that one; tokens created with a JWT stay", async () => {
    const ada = await aDeveloper();
    const parent = await aToken(ada.jwt);
    const child = await aToken(parent.token);
    const grandchild = await aToken(child.token);
    const own = await aToken(ada.jwt);
    await call(DELETE, "DELETE", { bearer: ada.jwt, params: { token_id: parent.id } });
    expect(await Promise.all([child, grandchild, own].map(({ token }) => works(token)))).toEqual([
      false,
      false,
      true,
    ]);
    const rows = await db().apiToken.findMany({ where: { developerId: ada.id } });
    expect(rows.map(({ id }) => id)).toEqual([own.id]);
  });

  it("never survives a token that is revoked at the same time", async () => {
    const ada = await aDeveloper();
    for (let round = 0; round < 10; round++) {
      const parent = await aToken(ada.jwt);
      const [minted, revoked] = await Promise.all([
        call(POST, "POST", { bearer: parent.token, body: { name: "child" } }),
        call(DELETE, "DELETE", { bearer: ada.jwt, params: { token_id: parent.id } }),
      ]);
      expect([[201, 401].includes(minted.status), revoked.status]).toEqual([true, 204]);
      if (minted.status === 201) expect(await works(minted.json.token)).toBe(false);
    }
    expect(await db().apiToken.count({ where: { developerId: ada.id } })).toBe(0);
  });
});

describe("someone else's token", () => {
  it.each(["not-a-uuid", null])("is not found, like an unknown one: 404", async (id) => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const theirs = await aToken(grace.jwt);
    const params = { token_id: id ?? theirs.id };
    const patch = await call(PATCH, "PATCH", { bearer: ada.jwt, params, body: { name: "mine" } });
    const remove = await call(DELETE, "DELETE", { bearer: ada.jwt, params });
    expect([patch.status, remove.status]).toEqual([404, 404]);
    expect(patch.json).toEqual({ detail: "API token not found" });
    expect(await db().apiToken.count({ where: { id: theirs.id, name: "laptop" } })).toBe(1);
  });
});

describe("GET /developers/me/api-tokens", () => {
  it("pages newest first through a Link header, without gaps or repeats", async () => {
    const ada = await aDeveloper();
    for (let i = 0; i < 5; i++) await aToken(ada.jwt, { name: `t${i}` });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(GET, "GET", {
        bearer: ada.jwt,
        query: { limit: "2", ...(cursor ? { cursor } : {}) },
      });
      names.push(...page.json.map((token: { name: string }) => token.name));
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    } while (cursor);
    expect(names).toEqual(["t4", "t3", "t2", "t1", "t0"]);
  });

  it.each([{ limit: "0" }, { limit: "201" }, { limit: "x" }, { cursor: "made-up" }])(
    "answers 400 to the query %j",
    async (query) => {
      const ada = await aDeveloper();
      expect((await call(GET, "GET", { bearer: ada.jwt, query })).status).toBe(400);
    },
  );
});
