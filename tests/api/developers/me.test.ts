import { randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { GET as listTokens, POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE, GET, PATCH } from "@/app/api/v1/developers/me/route";
import { issueJwt } from "@/lib/identity/jwt";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

const aToken = async (bearer: string): Promise<string> =>
  (await call(mintToken, "POST", { bearer, body: { name: "t" } })).json.token;

describe("the bearer JWT", () => {
  const secret = () => new TextEncoder().encode(process.env.JWT_SECRET);
  const sign = (claims: Record<string, unknown>, key = secret(), alg = "HS256") =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(key);

  it("of every wrong kind gets 401, on routes of both strengths", async () => {
    const { id, jwt } = await aDeveloper();
    const iat = Math.floor(Date.now() / 1000);
    const good = { sub: id, iat, exp: iat + 600, type: "access" };
    const { type: _t, ...untyped } = good;
    const { exp: _e, ...endless } = good;
    const [header, payload, signature] = jwt.split(".");
    const wrong = {
      "alg none": new UnsecuredJWT(good).encode(),
      "alg none, with a signature": `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.${signature}`,
      "alg None in other letters": `${Buffer.from('{"alg":"nOnE"}').toString("base64url")}.${payload}.`,
      "no signature": `${header}.${payload}.`,
      "another algorithm with our key": await sign(good, secret(), "HS512"),
      "another key": await sign(good, new TextEncoder().encode("x".repeat(32))),
      "another key, which is offered in the header": await new SignJWT(good)
        .setProtectedHeader({
          alg: "HS256",
          jwk: { kty: "RSA", n: "AQAB", e: "AQAB" },
          jku: "https://evil.example",
        })
        .sign(new TextEncoder().encode("x".repeat(32))),
      "a refresh token": await sign({ ...good, type: "refresh" }),
      "no type": await sign(untyped),
      "no expiry": await sign(endless),
      expired: await sign({ ...good, exp: iat - 1 }),
      "a subject that is no id": await sign({ ...good, sub: "1' OR 1=1" }),
      "an altered payload": `${header}.${Buffer.from(JSON.stringify({ ...good, sub: randomUUID() })).toString("base64url")}.${signature}`,
      "not a JWT": "x",
    };
    for (const [kind, bearer] of Object.entries(wrong)) {
      for (const route of [GET, listTokens]) {
        const answer = await call(route, "GET", { bearer });
        expect([kind, answer.status]).toEqual([kind, 401]);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
    expect((await call(GET, "GET", { bearer: await sign(good) })).status).toBe(200);
  });

  it("lives as long as configured and not a second longer", async () => {
    const { id } = await aDeveloper();
    const jwt = await issueJwt(id, new Date());
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      vi.setSystemTime(Date.now() + 10_080 * 60_000 - 2_000);
      expect((await call(GET, "GET", { bearer: jwt })).status).toBe(200);
      vi.setSystemTime(Date.now() + 2_000);
      expect((await call(GET, "GET", { bearer: jwt })).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it("of a deleted account gets 404 where the full account is needed, and 401 elsewhere", async () => {
    const jwt = await issueJwt(randomUUID(), new Date());
    const full = await call(GET, "GET", { bearer: jwt });
    expect([full.status, full.json]).toEqual([404, { detail: "Developer not found" }]);
    expect((await call(listTokens, "GET", { bearer: jwt })).status).toBe(401);
  });
});

describe("GET and PATCH /developers/me", () => {
  it("show and change the caller's own profile, with an API token just as with a JWT", async () => {
    const ada = await aDeveloper();
    const workspace = await aWorkspace(await aDeveloper());
    await aMember(workspace.id, "member", ada);
    const token = await aToken(ada.jwt);
    const body = {
      name: "  Ada Lovelace ",
      avatar_url: "https://example.com/a.png",
      current_workspace_id: workspace.id,
      time_zone: "Asia/Kathmandu",
    };
    const changed = await call(PATCH, "PATCH", { bearer: token, body });
    expect(changed.json).toEqual({
      id: ada.id,
      name: "Ada Lovelace",
      email: ada.email,
      email_verified: true,
      avatar_url: body.avatar_url,
      current_workspace_id: workspace.id,
      time_zone: "Asia/Kathmandu",
      is_operator: false,
      can_create_workspaces: true,
      operator_contact: null,
      created_at: ada.createdAt.toISOString(),
    });
    expect((await call(GET, "GET", { bearer: ada.jwt })).json).toEqual(changed.json);
    const audit = await db().auditEvent.findFirstOrThrow({
      where: { actorId: ada.id, action: "developer.updated" },
    });
    expect(audit.tokenId).not.toBeNull();
    const cleared = await call(PATCH, "PATCH", {
      bearer: ada.jwt,
      body: { avatar_url: null, current_workspace_id: null },
    });
    expect(cleared.json).toMatchObject({
      name: "Ada Lovelace",
      avatar_url: null,
      current_workspace_id: null,
    });
  });

  it.each([
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
    "Australia/Lord_Howe",
    "America/Argentina/Buenos_Aires",
    "UTC",
  ])("accepts the time zone %s if none is known yet", async (time_zone) => {
    const { jwt } = await aDeveloper();
    expect((await call(GET, "GET", { bearer: jwt })).json.time_zone).toBeNull();
    expect((await call(PATCH, "PATCH", { bearer: jwt, body: { time_zone } })).json.time_zone).toBe(time_zone);
    expect((await call(GET, "GET", { bearer: jwt })).json.time_zone).toBe(time_zone);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: "   " }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ name: null }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "nul\u0000" }, "name"],
    [{ avatar_url: "http://example.com/a.png" }, "avatar_url"],
    [{ avatar_url: "javascript:alert(1)" }, "avatar_url"],
    [{ avatar_url: `https://example.com/${"x".repeat(2048)}` }, "avatar_url"],
    [{ current_workspace_id: "x" }, "current_workspace_id"],
    [{ time_zone: "Mars/Olympus" }, "time_zone"],
    [{ time_zone: "+05:30" }, "time_zone"],
    [{ time_zone: "" }, "time_zone"],
    [{ time_zone: null }, "time_zone"],
    [{ time_zone: "Europe/Berlin\u0000" }, "time_zone"],
    [{ current_workspace_id: "00000000-0000-4000-8000-000000000000" }, "current_workspace_id"],
  ])("refuse %j with a 422 that names the field", async (body, path) => {
    const ada = await aDeveloper();
    const answer = await call(PATCH, "PATCH", { bearer: ada.jwt, body });
    expect(answer.status).toBe(422);
    expect(answer.json.issues[0].path).toBe(path);
  });

  it("accept as current workspace only an active one in which the caller is an active member", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const foreign = await aWorkspace(grace);
    const inactive = await aWorkspace(ada);
    await db().workspace.update({ where: { id: inactive.id }, data: { isActive: false } });
    const suspended = await aWorkspace(grace);
    await aMember(suspended.id, "member", ada);
    await db().workspaceMember.updateMany({
      where: { workspaceId: suspended.id, developerId: ada.id },
      data: { status: "suspended" },
    });
    for (const { id } of [foreign, inactive, suspended]) {
      const answer = await call(PATCH, "PATCH", { bearer: ada.jwt, body: { current_workspace_id: id } });
      expect(answer.status).toBe(422);
    }
  });

  it("accept what they were given before, also the current workspace that the caller has left since", async () => {
    const ada = await aDeveloper();
    const { id } = await aWorkspace(await aDeveloper());
    await aMember(id, "member", ada);
    const patch = (body: object) => call(PATCH, "PATCH", { bearer: ada.jwt, body });
    expect((await patch({ current_workspace_id: id })).status).toBe(200);
    await db().workspaceMember.deleteMany({ where: { workspaceId: id, developerId: ada.id } });
    const { json, status } = await patch({ name: "Ada", current_workspace_id: id });
    expect([status, json.name, json.current_workspace_id]).toEqual([200, "Ada", id]);
  });

  it("ignore fields that the caller can't set", async () => {
    const ada = await aDeveloper();
    const body = { id: randomUUID(), email: "root@example.com", email_verified: true, is_active: false };
    expect((await call(PATCH, "PATCH", { bearer: ada.jwt, body })).status).toBe(200);
    const row = await db().developer.findUniqueOrThrow({ where: { id: ada.id } });
    expect(row).toMatchObject({ id: ada.id, email: ada.email, isActive: true });
  });
});

describe("DELETE /developers/me", () => {
  it("deactivates: every API token is revoked and every JWT gets 401", async () => {
    const ada = await aDeveloper();
    const token = await aToken(ada.jwt);
    expect((await call(DELETE, "DELETE", { bearer: ada.jwt })).status).toBe(204);
    for (const bearer of [ada.jwt, token]) {
      expect((await call(GET, "GET", { bearer })).status).toBe(401);
      expect((await call(listTokens, "GET", { bearer })).status).toBe(401);
    }
    expect(await db().apiToken.count({ where: { developerId: ada.id, isActive: true } })).toBe(0);
    const row = await db().developer.findUniqueOrThrow({ where: { id: ada.id } });
    expect(row.deactivatedAt).not.toBeNull();
  });

  it("is refused if others would be left in a workspace without an owner", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const shared = await aWorkspace(ada);
    await db().workspace.update({ where: { id: shared.id }, data: { name: "Shared" } });
    await aMember(shared.id, "admin", grace);
    const answer = await call(DELETE, "DELETE", { bearer: ada.jwt });
    expect(answer.status).toBe(409);
    expect(answer.json.detail).toContain("Shared");
    expect((await call(GET, "GET", { bearer: ada.jwt })).status).toBe(200);
    expect((await call(DELETE, "DELETE", { bearer: grace.jwt })).status).toBe(204);
    expect((await call(DELETE, "DELETE", { bearer: ada.jwt })).status).toBe(204);
  });

  it("leaves one owner if two owners leave at the same time", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const { id } = await aWorkspace(ada);
    await aMember(id, "owner", grace);
    await aMember(id, "member");
    const answers = await Promise.all([ada, grace].map(({ jwt }) => call(DELETE, "DELETE", { bearer: jwt })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
  });

  it.each(["yes", "1", "TRUE", ""])("answers 400 to erase=%j instead of guessing", async (erase) => {
    const ada = await aDeveloper();
    expect((await call(DELETE, "DELETE", { bearer: ada.jwt, query: { erase } })).status).toBe(400);
    expect((await call(GET, "GET", { bearer: ada.jwt })).status).toBe(200);
  });
});
