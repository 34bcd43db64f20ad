import { randomBytes, randomUUID } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GET as callback } from "@/app/api/v1/auth/[provider]/callback/route";
import { GET as begin } from "@/app/api/v1/auth/[provider]/login/route";
import { GET as deviceLogin } from "@/app/api/v1/auth/device/login/route";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE as closeAccount, GET as me } from "@/app/api/v1/developers/me/route";
import { DELETE as endOne } from "@/app/api/v1/developers/me/sessions/[session_id]/route";
import { DELETE as endAll, GET as list } from "@/app/api/v1/developers/me/sessions/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { GET as listWorkspaces } from "@/app/api/v1/workspaces/route";
import { beginSession } from "@/lib/identity/sessions/begin-session";
import { sweepSessions } from "@/lib/identity/sessions/jobs";
import { findSignedIn } from "@/lib/identity/store";
import { db } from "@/lib/platform/database";
import { Browser } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { aDeveloper, aProject, aWorkspace } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

const { suiteA } = await startProviders();
const FIREFOX = "Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:130.0) Gecko/20100101 Firefox/130.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

type Session = { id: string; device: string; kind: string; is_current: boolean; provider: string | null };

/** A developer who has signed in; `again` signs them in once more. */
async function aSignedIn() {
  const ada = await aDeveloper();
  const again = async (userAgent: string | null = FIREFOX, now = new Date()) => {
    const where = { kind: "browser", provider: "suite_a", client: null, ip: "192.0.2.7" } as const;
    return (await beginSession({ developerId: ada.id, userAgent, ...where }, now)).jwt;
  };
  return { ...ada, again };
}

const sidOf = (jwt: string) => String(decodeJwt(jwt).sid);
const statuses = async (bearers: string[]) =>
  Promise.all(
    bearers.flatMap((bearer) =>
      // One of either strength.
      [me, listWorkspaces].map(async (route) => (await call(route, "GET", { bearer })).status),
    ),
  );
const sign = (claims: Record<string, unknown>, header: object = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", ...header })
    .sign(new TextEncoder().encode(process.env.JWT_SECRET));
const nowS = () => Math.floor(Date.now() / 1000);

afterEach(() => {
  vi.useRealTimers();
});

describe("a sign-in", () => {
  it("is listed with device, address and time, newest first, with the current one marked", async () => {
    const ada = await aSignedIn();
    // Of two within one millisecond neither would be the newer one.
    const now = Date.now();
    const [first, second] = [
      await ada.again(FIREFOX, new Date(now - 1)),
      await ada.again(CHROME, new Date(now)),
    ];
    const { json } = await call(list, "GET", { bearer: second });
    expect(json).toEqual([
      {
        id: sidOf(second),
        kind: "browser",
        device: "Chrome on Windows",
        provider: "suite_a",
        ip: "192.0.2.7",
        created_at: expect.any(String),
        expires_at: new Date((decodeJwt(second).exp ?? 0) * 1000).toISOString(),
        is_current: true,
      },
      expect.objectContaining({ id: sidOf(first), device: "Firefox on macOS", is_current: false }),
    ]);
    const grace = await aSignedIn();
    expect((await call(list, "GET", { bearer: await grace.again() })).json).toHaveLength(1);
  });

  it("pages, without gaps or repeats", async () => {
    const ada = await aSignedIn();
    let bearer = "";
    for (let i = 0; i < 5; i++) bearer = await ada.again();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(list, "GET", { bearer, query: { limit: "2", ...(cursor ? { cursor } : {}) } });
      ids.push(...page.json.map(({ id }: Session) => id));
      cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    } while (cursor);
    expect(new Set(ids).size).toBe(5);
    expect(ids).toHaveLength(5);
  });

  it("through a provider has iss, aud, sid and idp, and is listed", async () => {
    const id = randomBytes(4).readUInt32BE();
    suiteA.person = { sub: `sub-${id}`, name: "Ada", email: `s${id}@example.com`, email_verified: true };
    const { jwt, developerId } = await signIn("suite_a");
    expect(decodeJwt(jwt)).toEqual({
      sub: developerId,
      type: "access",
      iat: expect.any(Number),
      exp: expect.any(Number),
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      idp: "suite_a",
      iss: "http://localhost:3000",
      aud: "http://localhost:3000/api/v1",
    });
    const { json } = await call(list, "GET", { bearer: jwt });
    expect(json).toEqual([expect.objectContaining({ id: sidOf(jwt), kind: "browser", is_current: true })]);
  });

  it("of a desktop client is named as the client calls itself, else after its token or device", async () => {
    const id = randomBytes(4).readUInt32BE();
    suiteA.person = { sub: `sub-${id}`, name: "Ada", email: `d${id}@example.com`, email_verified: true };
    const login = async (given: Record<string, string>) => {
      const query = { provider: "suite_a", port: "50123", ...given };
      const to = (await call(deviceLogin, "GET", { query })).headers.get("location") ?? "";
      const { pathname, searchParams } = new URL(to, "http://localhost:3000");
      expect(pathname).toBe("/auth/suite_a/login");
      const browser = new Browser();
      const params = { provider: "suite_a" };
      const begun = await browser.open(begin, { params, query: Object.fromEntries(searchParams) });
      const back = await browser.goThrough(begun.headers.get("location") ?? "", "http://localhost:3000");
      const answer = await browser.open(callback, {
        params,
        query: Object.fromEntries(back.searchParams),
        headers: { "user-agent": CHROME },
      });
      return /^http:\/\/127\.0\.0\.1:50123\/callback\?token=(.+)$/.exec(
        answer.headers.get("location") ?? "",
      )?.[1] as string;
    };
    const named = await login({ client: "Tracker & Co" });
    const minting = await login({});
    const enrolling = await login({});
    const silent = await login({});
    await call(mintToken, "POST", { bearer: minting, body: { name: "Ada's MacBook" } });
    const workspace = await aWorkspace({ jwt: enrolling } as never);
    const project = await aProject({ jwt: enrolling } as never, workspace.id);
    await call(enroll, "POST", {
      bearer: enrolling,
      body: { device_id: randomUUID(), project_id: project.id, name: "Studio PC" },
    });
    const { json } = await call(list, "GET", { bearer: named });
    const byId = new Map(json.map((each: Session) => [each.id, [each.kind, each.device]]));
    expect(byId.get(sidOf(named))).toEqual(["client", "Tracker & Co on Windows"]);
    expect(byId.get(sidOf(minting))).toEqual(["client", "Ada's MacBook on Windows"]);
    expect(byId.get(sidOf(enrolling))).toEqual(["client", "Studio PC on Windows"]);
    expect(byId.get(sidOf(silent))).toEqual(["client", "Desktop client on Windows"]);
  });

  it("leaves the device login's address unchanged if the client gives no name", async () => {
    const answer = await call(deviceLogin, "GET", { query: { provider: "suite_a", port: "50123" } });
    expect(answer.headers.get("location")).toBe(
      "/auth/suite_a/login?redirect_url=http://127.0.0.1:50123/callback",
    );
    const long = { provider: "suite_a", port: "50123", client: "x".repeat(81) };
    expect((await call(deviceLogin, "GET", { query: long })).status).toBe(400);
  });

  it("stores an odd user agent as a line of limited length, and an empty one as none", async () => {
    const ada = await aSignedIn();
    const bearer = await ada.again(`\u202e${"x".repeat(2000)}\n`);
    await ada.again(null);
    const rows = await db().developerSession.findMany({ where: { developerId: ada.id } });
    expect(rows.map(({ userAgent }) => userAgent?.length ?? null).sort()).toEqual([512, null]);
    expect((await call(list, "GET", { bearer })).json[0].device).toBe("Unknown browser");
  });
});

describe("ending a sign-in", () => {
  it("ends only its JWT, at once, and removes it from the list", async () => {
    const ada = await aSignedIn();
    const [stolen, own] = [await ada.again(), await ada.again()];
    const params = { session_id: sidOf(stolen) };
    expect((await call(endOne, "DELETE", { bearer: own, params })).status).toBe(204);
    expect(await statuses([stolen, own])).toEqual([401, 401, 200, 200]);
    expect((await call(list, "GET", { bearer: own })).json.map(({ id }: Session) => id)).toEqual([
      sidOf(own),
    ]);
    expect((await call(endOne, "DELETE", { bearer: own, params })).status).toBe(404);
    const audit = await db().auditEvent.findFirst({ where: { actorId: ada.id, action: "session.ended" } });
    expect(audit).toMatchObject({ targetType: "session", targetId: sidOf(stolen), ip: null });
  });

  it("works on one's own sign-in, and on nobody else's", async () => {
    const [ada, grace] = [await aSignedIn(), await aSignedIn()];
    const [own, theirs] = [await ada.again(), await grace.again()];
    for (const session_id of [sidOf(theirs), randomUUID(), "no-id"]) {
      const answer = await call(endOne, "DELETE", { bearer: own, params: { session_id } });
      expect([answer.status, answer.json]).toEqual([404, { detail: "Session not found" }]);
    }
    expect((await call(endOne, "DELETE", { bearer: own, params: { session_id: sidOf(own) } })).status).toBe(
      204,
    );
    expect(await statuses([own, theirs])).toEqual([401, 401, 200, 200]);
  });

  it("can't be bypassed: a JWT with another person's sid is refused", async () => {
    const [ada, grace] = [await aSignedIn(), await aSignedIn()];
    const good = { sub: ada.id, iat: nowS(), exp: nowS() + 600, type: "access" };
    const [own, theirs] = [sidOf(await ada.again()), sidOf(await grace.again())];
    const bearers = await Promise.all([own, theirs, randomUUID()].map((sid) => sign({ ...good, sid })));
    expect(await statuses(bearers)).toEqual([200, 200, 401, 401, 401, 401]);
  });
});

describe("signing out everywhere", () => {
  it("ends every JWT at once, with or without a session, but no API token", async () => {
    const [ada, grace] = [await aSignedIn(), await aSignedIn()];
    const earlier = { sub: ada.id, iat: nowS() - 60, exp: nowS() + 600, type: "access" };
    const plain = await sign(earlier);
    const { iat: _, ...undated } = earlier;
    const bearers = [await ada.again(), await ada.again(), plain, await sign(undated)];
    const { token } = (await call(mintToken, "POST", { bearer: plain, body: { name: "CI" } })).json;
    const other = await grace.again();
    expect(await statuses([...bearers, token, other])).toEqual(Array(12).fill(200));
    expect((await call(endAll, "DELETE", { bearer: bearers[0] as string })).status).toBe(204);
    expect(await statuses(bearers)).toEqual(Array(8).fill(401));
    expect(await statuses([token, other])).toEqual([200, 200, 200, 200]);
    expect(await db().developerSession.count({ where: { developerId: ada.id } })).toBe(0);
  });

  it("within one second ends everything issued before it and nothing issued after it", async () => {
    const ada = await aSignedIn();
    const second = (nowS() - 5) * 1000;
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(second + 200);
    const before = await ada.again(FIREFOX, new Date());
    const plain = await sign({ sub: ada.id, iat: second / 1000, exp: nowS() + 600, type: "access" });
    vi.setSystemTime(second + 500);
    expect((await call(endAll, "DELETE", { bearer: before })).status).toBe(204);
    vi.setSystemTime(second + 800);
    const after = await ada.again(FIREFOX, new Date());
    expect(decodeJwt(after).iat).toBe(decodeJwt(before).iat);
    expect(await statuses([before, plain, after])).toEqual([401, 401, 401, 401, 200, 200]);
    vi.setSystemTime(second + 1_000);
    const nextSecond = await sign({ sub: ada.id, iat: nowS(), exp: nowS() + 600, type: "access" });
    expect(await statuses([nextSecond])).toEqual([200, 200]);
  });

  it("doesn't block the next sign-in by a server whose clock is behind", async () => {
    const ada = await aSignedIn();
    expect((await call(endAll, "DELETE", { bearer: await ada.again() })).status).toBe(204);
    const slow = await ada.again(FIREFOX, new Date(Date.now() - 2_000));
    expect(await statuses([slow])).toEqual([200, 200]);
  });
});

describe("closing an account", () => {
  it.each([{}, { erase: "true" }])("requires a recent sign-in: %j", async (query) => {
    const ada = await aSignedIn();
    const refused = async (bearer: string) => {
      const answer = await call(closeAccount, "DELETE", { bearer, query });
      expect([answer.status, answer.json]).toEqual([403, { detail: "Sign in again" }]);
    };
    const old = await ada.again(FIREFOX, new Date(Date.now() - 15 * 60_000 - 1_000));
    const { token } = (await call(mintToken, "POST", { bearer: old, body: { name: "CI" } })).json;
    await refused(token);
    await refused(old);
    await refused(await sign({ sub: ada.id, iat: nowS() - 901, exp: nowS() + 600, type: "access" }));
    await refused(await sign({ sub: ada.id, exp: nowS() + 600, type: "access" }));
    expect(await statuses([old, token])).toEqual([200, 200, 200, 200]);
    const recent = await ada.again(FIREFOX, new Date(Date.now() - 14 * 60_000));
    expect((await call(closeAccount, "DELETE", { bearer: recent, query })).status).toBe(204);
    expect((await call(listWorkspaces, "GET", { bearer: old })).status).toBe(401);
    expect(await db().developerSession.count({ where: { developerId: ada.id } })).toBe(0);
  });
});

describe("the claims of a JWT", () => {
  it("are not required if missing; wrong ones are refused", async () => {
    const ada = await aSignedIn();
    const good = { sub: ada.id, exp: nowS() + 600, type: "access" };
    const taken = [
      await sign(good),
      await sign({ ...good, iat: nowS() }),
      await sign({ ...good, iat: nowS() + 200 }),
      await sign({ ...good, iss: "http://localhost:3000" }),
      await sign({ ...good, aud: ["https://other.example", "http://localhost:3000/api/v1"] }),
      await sign({ ...good, idp: "code_host" }),
      await sign(good, { typ: "JWT" }),
      await sign({ ...good, iat: nowS(), exp: nowS() + 365 * 86_400 }),
    ];
    expect(await statuses(taken)).toEqual(Array(16).fill(200));
    const refused = {
      "another issuer": { iss: "https://other.example" },
      "an empty issuer": { iss: "" },
      "a list of issuers": { iss: ["http://localhost:3000"] },
      "another audience": { aud: "https://other.example" },
      "an empty audience": { aud: [] },
      "an audience that is null": { aud: null },
      "a sid that is no id": { sid: "1' OR 1=1" },
      "a sid that is null": { sid: null },
      "an unknown provider": { idp: "evil" },
      "issued in the future": { iat: nowS() + 3_600 },
      "issued at a text": { iat: "now" },
      "expiring after the end of the world": { exp: 1e300 },
      "expiring in ten years": { exp: nowS() + 3_650 * 86_400 },
    };
    for (const [kind, claims] of Object.entries(refused)) {
      expect([kind, await statuses([await sign({ ...good, ...claims })])]).toEqual([kind, [401, 401]]);
    }
    for (const typ of ["at+jwt", "secevent+jwt", ""]) {
      expect([typ, await statuses([await sign(good, { typ })])]).toEqual([typ, [401, 401]]);
    }
  });
});

it("the developer id of a JWT is compared as a whole", async () => {
  const ada = await aDeveloper();
  const found = await findSignedIn({ developerId: ada.id, sessionId: null, issuedAt: new Date() });
  expect(found?.developer).toEqual(await db().developer.findUniqueOrThrow({ where: { id: ada.id } }));
});

it("sign-ins whose JWT has expired are deleted, and no others", async () => {
  const ada = await aSignedIn();
  const bearer = await ada.again(FIREFOX);
  await ada.again(FIREFOX, new Date(Date.now() - 10_080 * 60_000 - 1_000));
  expect((await call(list, "GET", { bearer })).json).toHaveLength(1);
  await sweepSessions.handler({}, { now: new Date() });
  const left = await db().developerSession.findMany({ where: { developerId: ada.id } });
  expect(left.map(({ id }) => id)).toEqual([sidOf(bearer)]);
});
