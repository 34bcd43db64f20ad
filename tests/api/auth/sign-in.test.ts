import { randomBytes, randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GET as me } from "@/app/api/v1/developers/me/route";
import { PROVIDER_IDS, type ProviderId } from "@/lib/identity/rules";
import { db } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { Browser } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { comeBack, goToProvider, signIn, startProviders } from "@/tests/support/providers";

const { codeHost, suiteA, suiteB } = await startProviders();

type Person = { id: number; name: string; email: string };

const newPerson = (): Person => {
  const id = randomBytes(4).readUInt32BE();
  return { id, name: `Person ${id}`, email: `p${id}@example.com` };
};

/** Puts a person in front of every provider, with a verified email at each. */
function sit({ id, name, email }: Person): void {
  const account = { sub: `sub-${id}`, name, email, email_verified: true };
  suiteA.person = account;
  suiteB.person = account;
  codeHost.person = {
    id,
    login: `login-${id}`,
    name,
    emails: [
      { email: `other-${email}`, primary: false, verified: true, visibility: null },
      { email, primary: true, verified: true, visibility: "private" },
    ],
  };
}

const lastRequest = (id: ProviderId) =>
  ({ code_host: codeHost, suite_a: suiteA, suite_b: suiteB })[id].requests.at(-1) ?? new URLSearchParams();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  suiteA.userinfo = "answers";
  codeHost.api = "answers";
});

describe.each(PROVIDER_IDS)("sign-in with %s", (id) => {
  it("creates a developer and passes a JWT to the browser in the fragment", async () => {
    const person = newPerson();
    sit(person);
    const { answer, location, jwt, developerId } = await signIn(id);
    expect(answer.status).toBe(302);
    expect(location).toMatch(/^\/signin\/complete#token=[\w-]+\.[\w-]+\.[\w-]+$/);
    const claims = decodeJwt(jwt);
    expect(claims).toEqual({
      sub: developerId,
      type: "access",
      iat: expect.any(Number),
      exp: expect.any(Number),
      sid: expect.any(String),
      idp: id,
      iss: "http://localhost:3000",
      aud: "http://localhost:3000/api/v1",
    });
    const profile = await call(me, "GET", { bearer: jwt });
    expect(profile.json).toMatchObject({
      id: developerId,
      name: person.name,
      email: person.email,
      current_workspace_id: null,
    });
    expect(await db().workspace.count({ where: { ownerId: developerId } })).toBe(0);
  });

  it("sends a device client's JWT to its loopback port", async () => {
    sit(newPerson());
    const { location, developerId } = await signIn(id, { port: 49_152 });
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?token=[\w.-]+$/);
    expect(developerId).not.toBeNull();
  });

  it("asks the provider with state, PKCE and our own callback, and with a nonce where there are ID tokens", async () => {
    sit(newPerson());
    const { query } = await goToProvider(id);
    const request = lastRequest(id);
    expect(Object.fromEntries(request)).toMatchObject({
      client_id: `client-of-${id}`,
      response_type: "code",
      redirect_uri: `http://localhost:3000/auth/${id}/callback`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(request.get("state")).toMatch(/^[\w-]{43}$/);
    expect(query.state).toBe(request.get("state"));
    expect(request.has("nonce")).toBe(id !== "code_host");
  });

  it("keeps three short-lived cookies during the flow, and afterwards the one that says whose token came", async () => {
    sit(newPerson());
    const { begun, browser, query } = await goToProvider(id);
    const expected = ["sign-in.pkce", "sign-in.state", ...(id === "code_host" ? [] : ["sign-in.nonce"])];
    const ofThisFlow = (name: string) => expect.stringMatching(new RegExp(`^${name}\\.[0-9a-f]{16}$`));
    expect(browser.serviceCookies).toEqual(expected.sort().map(ofThisFlow));
    for (const cookie of begun.headers.getSetCookie()) {
      expect(cookie).toMatch(/; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/);
    }
    const answer = await comeBack(id, browser, query);
    expect(browser.serviceCookies).toEqual(["sign-in.arrived"]);
    const { sid } = decodeJwt(answer.headers.get("location")?.split("#token=")[1] ?? "");
    // The page reads it.
    const arrived = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("sign-in.arrived="));
    expect(arrived).toBe(`sign-in.arrived=${sid}; Max-Age=600; Path=/; SameSite=Lax`);
  });

  it("its answers are never cached and leak no address as a referrer", async () => {
    sit(newPerson());
    const { begun, answer } = await signIn(id, { port: 5000 });
    for (const { headers } of [begun, answer]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  it("accepts a state once: of two simultaneous callbacks, one signs in", async () => {
    sit(newPerson());
    const { browser, query } = await goToProvider(id, { port: 5000 });
    const locations = (await Promise.all([comeBack(id, browser, query), comeBack(id, browser, query)])).map(
      (answer) => answer.headers.get("location") ?? "",
    );
    expect(locations.filter((location) => location.includes("token="))).toHaveLength(1);
    expect(locations).toContain("/signin?error=invalid_state");
    const again = await comeBack(id, browser, query);
    expect(again.headers.get("location")).toBe("/signin?error=invalid_state");
  });

  it("accepts a state for ten minutes and not a second longer", async () => {
    sit(newPerson());
    const begun = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: begun });
    const [early, late] = [await goToProvider(id), await goToProvider(id, { port: 5000 })];
    const [row] = await db().authFlow.findMany({ orderBy: { createdAt: "desc" }, take: 1 });
    expect(row?.expiresAt.getTime()).toBe(begun + 600_000);
    // The code itself lives a minute at these providers: that the state was good shows in what is asked for next.
    vi.setSystemTime(begun + 599_000);
    const inTime = await comeBack(id, early.browser, early.query);
    expect(inTime.headers.get("location")).not.toContain("invalid_state");
    vi.setSystemTime(begun + 600_000);
    const tooLate = await comeBack(id, late.browser, late.query);
    expect(tooLate.headers.get("location")).toBe("http://127.0.0.1:5000/callback?error=invalid_state");
  });

  it("refuses a code in a browser that did not start the flow", async () => {
    const person = newPerson();
    sit(person);
    const { query } = await goToProvider(id);
    const victim = await comeBack(id, new Browser(), query);
    expect(victim.headers.get("location")).toBe("/signin?error=invalid_state");
    expect(await db().developer.count({ where: { email: person.email } })).toBe(0);
  });

  it("tells a device client that the person declined", async () => {
    codeHost.person = suiteA.person = suiteB.person = "denies";
    const { location } = await signIn(id, { port: 5000 });
    expect(location).toBe("http://127.0.0.1:5000/callback?error=access_denied");
    expect((await signIn(id)).location).toBe("/signin?error=access_denied");
  });

  it("reports any other error of the provider as provider_error", async () => {
    sit(newPerson());
    const { browser, query } = await goToProvider(id, { port: 5000 });
    const answer = await comeBack(id, browser, { state: query.state ?? "", error: "server_error" });
    expect(answer.headers.get("location")).toBe("http://127.0.0.1:5000/callback?error=provider_error");
  });

  it("fails with token_exchange_failed when the provider refuses the code", async () => {
    sit(newPerson());
    const { browser, query } = await goToProvider(id, { port: 5000 });
    const answer = await comeBack(id, browser, { ...query, code: "made-up" });
    expect(answer.headers.get("location")).toBe("http://127.0.0.1:5000/callback?error=token_exchange_failed");
  });

  it("refuses tokens that come in the address instead of a code", async () => {
    sit(newPerson());
    const { browser, query } = await goToProvider(id);
    const { code: _, ...rest } = query;
    const answer = await comeBack(id, browser, {
      ...rest,
      access_token: "stolen",
      token_type: "bearer",
      id_token: "x.y.z",
    });
    expect(answer.headers.get("location")).toBe("/signin?error=provider_error");
  });

  it("refuses a deactivated developer", async () => {
    sit(newPerson());
    const { developerId } = await signIn(id);
    await db().developer.update({ where: { id: developerId ?? "" }, data: { isActive: false } });
    expect((await signIn(id, { port: 5000 })).location).toBe(
      "http://127.0.0.1:5000/callback?error=access_denied",
    );
    expect((await signIn(id === "suite_a" ? "suite_b" : "suite_a")).location).toBe(
      "/signin?error=access_denied",
    );
  });
});

describe("a callback", () => {
  it.each([{}, { state: "" }, { state: "made-up", code: "x" }, { code: "x" }, { error: "access_denied" }])(
    "with %j belongs to no flow: invalid_state",
    async (query) => {
      const answer = await comeBack("suite_a", new Browser(), query as Record<string, string>);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe("/signin?error=invalid_state");
    },
  );

  it("at another provider than the flow's is invalid_state, and leaves the flow unchanged", async () => {
    sit(newPerson());
    const { browser, query } = await goToProvider("suite_a", { port: 5000 });
    for (const other of ["suite_b", "code_host"] as const) {
      const answer = await comeBack(other, browser, query);
      expect(answer.headers.get("location")).toBe("/signin?error=invalid_state");
    }
    const own = await comeBack("suite_a", browser, query);
    expect(own.headers.get("location")).toContain("http://127.0.0.1:5000/callback?token=");
  });

  it.each([{ iss: "https://evil.example" }, { iss: "" }])(
    "from another issuer than the flow's is refused before the code is sent anywhere (%j)",
    async (forged) => {
      sit(newPerson());
      const { browser, query } = await goToProvider("suite_a");
      expect(query.iss).toBe(suiteA.issuer);
      const answer = await comeBack("suite_a", browser, { ...query, ...forged });
      expect(answer.headers.get("location")).toBe("/signin?error=token_exchange_failed");
    },
  );

  it("with a code issued to another flow fails on its code verifier", async () => {
    sit(newPerson());
    const [own, other] = [await goToProvider("code_host"), await goToProvider("code_host")];
    const answer = await comeBack("code_host", own.browser, { ...own.query, code: other.query.code ?? "" });
    expect(answer.headers.get("location")).toBe("/signin?error=token_exchange_failed");
  });

  it("fails with userinfo_failed if the provider does not say who it is", async () => {
    sit(newPerson());
    suiteA.userinfo = "fails";
    codeHost.api = "fails";
    expect((await signIn("suite_a")).location).toBe("/signin?error=userinfo_failed");
    expect((await signIn("code_host")).location).toBe("/signin?error=userinfo_failed");
  });

  it("fails with no_email for a newcomer without an email at the provider", async () => {
    suiteA.person = { sub: randomUUID(), name: "Nobody" };
    expect((await signIn("suite_a")).location).toBe("/signin?error=no_email");
    const emails = [{ email: "unconfirmed@example.com", primary: true, verified: false, visibility: null }];
    codeHost.person = { id: newPerson().id, login: "x", email: "public@example.com", emails };
    expect((await signIn("code_host")).location).toBe("/signin?error=no_email");
    expect(await db().developer.count({ where: { name: { in: ["Nobody", "x"] } } })).toBe(0);
  });
});

describe("identity", () => {
  it("is (provider, subject): a changed email and name are still the same developer", async () => {
    const person = newPerson();
    sit(person);
    const first = await signIn("suite_a");
    sit({ ...person, email: `new-${person.email}`, name: "Renamed" });
    const second = await signIn("suite_a");
    expect(second.developerId).toBe(first.developerId);
    expect(await db().developer.count({ where: { email: `new-${person.email}` } })).toBe(0);
  });

  it("joins all providers that verified the same email, in any case", async () => {
    const person = newPerson();
    sit(person);
    const first = await signIn("suite_a");
    sit({ ...person, email: person.email.toUpperCase() });
    const others = [await signIn("suite_b"), await signIn("code_host")];
    expect(others.map((each) => each.developerId)).toEqual([first.developerId, first.developerId]);
    const rows = await db().developerConnection.findMany({ where: { developerId: first.developerId ?? "" } });
    expect(rows.map((row) => row.provider).sort()).toEqual(["code_host", "suite_a", "suite_b"]);
  });

  it.each([false, undefined, "true"])("never joins by an unverified email (%j)", async (verified) => {
    const person = newPerson();
    sit(person);
    const owner = await signIn("suite_a");
    suiteB.person = { sub: randomUUID(), email: person.email, email_verified: verified as boolean };
    const stranger = await signIn("suite_b");
    expect(stranger.developerId).not.toBeNull();
    expect(stranger.developerId).not.toBe(owner.developerId);
  });

  it("does not let someone who signed up first with an unverified email take over its owner's account", async () => {
    const person = newPerson();
    suiteB.person = { sub: randomUUID(), email: person.email, email_verified: false };
    const squatter = await signIn("suite_b");
    sit(person);
    const owner = await signIn("suite_a");
    expect(owner.developerId).not.toBe(squatter.developerId);
  });

  it("makes one developer of simultaneous first sign-ins, by one identity or several", async () => {
    const person = newPerson();
    sit(person);
    const ids: ProviderId[] = ["suite_a", "suite_a", "suite_a", "suite_b", "code_host", "code_host"];
    const flows = await Promise.all(ids.map((id) => goToProvider(id)));
    await Promise.all(flows.map(({ browser, query }, i) => comeBack(ids[i] ?? "suite_a", browser, query)));
    const developers = await db().developer.findMany({
      where: { email: person.email },
      include: { connections: true },
    });
    expect(developers).toHaveLength(1);
    expect(developers[0]?.connections).toHaveLength(3);
  });

  it("stores what a provider says about a person only in a form that can be stored and shown", async () => {
    const id = newPerson().id;
    suiteA.person = {
      sub: `s${id}`,
      email: `p${id}@example.com`,
      email_verified: true,
      name: `  A\u0000da ${"x".repeat(300)}`,
      picture: "javascript:alert(1)",
    };
    const { developerId } = await signIn("suite_a");
    const row = await db().developer.findUniqueOrThrow({ where: { id: developerId ?? "" } });
    expect(row.name).toMatch(/^Ada x+$/);
    expect(row.name).toHaveLength(255);
    expect(row.avatarUrl).toBeNull();
  });
});

describe("connect-crm", () => {
  const connectionOf = (developerId: string | null) =>
    db().developerConnection.findFirstOrThrow({ where: { developerId: developerId ?? "" } });

  it.each([
    ["suite_a", "https://www.googleapis.com/auth/gmail.readonly"],
    ["suite_b", "Mail.Read"],
  ] as const)("asks %s for mail, calendar and a refresh token, and signs in", async (id, scope) => {
    sit(newPerson());
    const { developerId, location } = await signIn(id, { purpose: "connect_crm" });
    expect(lastRequest(id).get("prompt")).toBe("consent");
    expect(lastRequest(id).get("scope")?.split(" ")).toEqual(
      expect.arrayContaining(["openid", "email", "offline_access", scope]),
    );
    expect(location).toContain("/signin/complete#token=");
    const row = await connectionOf(developerId);
    expect(row.scopes).toContain(scope);
    expect(row.refreshTokenEncrypted).toMatch(/^k1\.[\w-]{40,}$/);
    expect(row.accessTokenEncrypted).toMatch(/^k1\.[\w-]{40,}$/);
  });

  it("adds to the developer's own connection, and a later sign-in does not undo that", async () => {
    sit(newPerson());
    const first = await signIn("suite_a");
    const plain = await connectionOf(first.developerId);
    expect(plain.refreshTokenEncrypted).toBeNull();
    const connected = await signIn("suite_a", { purpose: "connect_crm" });
    expect(connected.developerId).toBe(first.developerId);
    const wide = await connectionOf(first.developerId);
    expect(wide.id).toBe(plain.id);
    await signIn("suite_a");
    const after = await connectionOf(first.developerId);
    expect(after).toMatchObject({
      scopes: wide.scopes,
      refreshTokenEncrypted: wide.refreshTokenEncrypted,
      accessTokenEncrypted: wide.accessTokenEncrypted,
    });
  });

  it("signing in again repairs a connection that the provider had refused, without the refused grant", async () => {
    sit(newPerson());
    const { developerId } = await signIn("suite_b", { purpose: "connect_crm" });
    const { id } = await connectionOf(developerId);
    await db().developerConnection.update({ where: { id }, data: { status: "reauth_required" } });
    await signIn("suite_b");
    expect(await connectionOf(developerId)).toMatchObject({
      status: "active",
      refreshTokenEncrypted: null,
      scopes: ["email", "openid", "profile"],
    });
  });
});

it("no log line contains a JWT, a state, a code or a provider's token", async () => {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  if (!stream) throw new Error("the log has no stream");
  const lines: string[] = [];
  vi.spyOn(stream, "write").mockImplementation((line) => void lines.push(line));
  log.level = "trace";
  try {
    sit(newPerson());
    const { jwt, query } = await signIn("suite_a", { port: 5000 });
    const failed = await goToProvider("suite_a");
    await comeBack("suite_a", failed.browser, { ...failed.query, code: `${failed.query.code}x` });
    await call(me, "GET", { bearer: jwt });
    const text = lines.join("");
    expect(text).toContain("invalid_grant");
    for (const secret of [jwt, query.code, query.state, failed.query.code, failed.query.state]) {
      expect(text).not.toContain(secret);
    }
  } finally {
    log.level = "silent";
  }
});
