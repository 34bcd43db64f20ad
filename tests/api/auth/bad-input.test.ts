import { describe, expect, it } from "vitest";
import { GET as callback } from "@/app/api/v1/auth/[provider]/callback/route";
import { GET as connectCrm } from "@/app/api/v1/auth/[provider]/connect-crm/route";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { GET as deviceLogin } from "@/app/api/v1/auth/device/login/route";
import { GET as providers } from "@/app/api/v1/auth/providers/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { startProviders } from "@/tests/support/providers";

const { suiteA } = await startProviders();

const UNKNOWN = [
  "CODE_HOST",
  "Suite_A",
  "suite_c",
  "",
  " code_host",
  "code_host%00",
  "__proto__",
  "toString",
];

describe("GET /auth/device/login", () => {
  it.each(["code_host", "suite_a", "suite_b"])(
    "sends %s to its login with the loopback literal",
    async (provider) => {
      for (const port of ["1024", "5000", "65535"]) {
        const answer = await call(deviceLogin, "GET", { query: { provider, port } });
        expect(answer.status).toBe(302);
        expect(answer.headers.get("location")).toBe(
          `/auth/${provider}/login?redirect_url=http://127.0.0.1:${port}/callback`,
        );
        expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    },
  );

  it("keeps its address relative whatever host it was called by", async () => {
    const answer = await call(deviceLogin, "GET", {
      query: { provider: "suite_a", port: "5000" },
      headers: { host: "127.0.0.1:3000" },
    });
    expect(answer.headers.get("location")).toMatch(/^\/auth\/suite_a\/login\?/);
  });

  it.each([...UNKNOWN, undefined])(
    "answers 400 Unsupported provider to the provider %j",
    async (provider) => {
      const answer = await call(deviceLogin, "GET", {
        query: { port: "5000", ...(provider === undefined ? {} : { provider }) },
      });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({ detail: "Unsupported provider" });
    },
  );

  it.each([
    "80",
    "1023",
    "65536",
    "5000x",
    "x",
    "",
    "-5000",
    "+5000",
    "05000",
    "5e3",
    "0x1388",
    "5000.0",
    " 5000",
    "5000 ",
    "99999999999",
    "５０００",
    undefined,
  ])("answers 400 Port out of range to the port %j", async (port) => {
    const answer = await call(deviceLogin, "GET", {
      query: { provider: "code_host", ...(port === undefined ? {} : { port }) },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ detail: "Port out of range" });
  });
});

describe("GET /auth/{provider}/login", () => {
  it.each(UNKNOWN)("answers 400 to the provider %j, on every route", async (provider) => {
    for (const route of [login, callback, connectCrm]) {
      const answer = await call(route, "GET", { params: { provider }, query: { redirect_url: "x" } });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({ detail: "Unsupported provider" });
    }
  });

  it.each([
    "",
    "http://127.0.0.1:5000@evil.example/callback",
    "http://localhost:5000/callback",
    "http://127.0.0.1:5000/callback/../x",
    "http://127.0.0.1:5000/callback/",
    "http://127.0.0.1:5000/callback?x=1",
    "http://127.0.0.1:5000/callback#x",
    "http://127.0.0.1:5000/callback\n",
    "\nhttp://127.0.0.1:5000/callback",
    " http://127.0.0.1:5000/callback",
    "http://127.0.0.1:5000//callback",
    "http://127.0.0.1:5000/Callback",
    "http://127.0.0.1/callback",
    "http://127.0.0.1:80/callback",
    "http://127.0.0.1:1023/callback",
    "http://127.0.0.1:65536/callback",
    "http://127.0.0.1:05000/callback",
    "http://127.0.0.1:5000x/callback",
    "https://127.0.0.1:5000/callback",
    "HTTP://127.0.0.1:5000/callback",
    "http://127.1:5000/callback",
    "http://2130706433:5000/callback",
    "http://0x7f.0.0.1:5000/callback",
    "http://127x0x0x1:5000/callback",
    "http://[::1]:5000/callback",
    "http://[::ffff:127.0.0.1]:5000/callback",
    "http://127.0.0.1.evil.example:5000/callback",
    "http:\\\\127.0.0.1:5000/callback",
    "http%3A%2F%2F127.0.0.1:5000/callback",
    "//evil.example/callback",
    "/callback",
    "javascript:alert(1)",
    "http://evil.example/?http://127.0.0.1:5000/callback",
  ])("answers 400 to the redirect_url %j and starts no flow", async (redirect_url) => {
    const before = suiteA.requests.length + (await db().authFlow.count());
    const answer = await call(login, "GET", { params: { provider: "suite_a" }, query: { redirect_url } });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ detail: "redirect_url not allowed" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(suiteA.requests.length + (await db().authFlow.count())).toBe(before);
  });

  it("uses only the port of a redirect_url", async () => {
    const redirect_url = "http://127.0.0.1:54321/callback";
    await call(login, "GET", { params: { provider: "suite_a" }, query: { redirect_url } });
    const [row] = await db().authFlow.findMany({ where: { port: 54_321 } });
    expect(row?.stateHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain("127.0.0.1");
  });

  it("redirects a browser that came by another name of the machine to BASE_URL, where its cookie will be sent", async () => {
    const headers = { host: "127.0.0.1:3000" };
    const query = { redirect_url: "http://127.0.0.1:5000/callback" };
    const answer = await call(login, "GET", { params: { provider: "suite_a" }, query, headers });
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}`).toBe("http://localhost:3000/auth/suite_a/login");
    expect(location.searchParams.get("redirect_url")).toBe(query.redirect_url);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const own = await call(login, "GET", {
      params: { provider: "suite_a" },
      headers: { host: "localhost:3000" },
    });
    expect(own.headers.get("location")).toContain(suiteA.issuer);
  });
});

it("the code host has no connect-crm flow: 404", async () => {
  const answer = await call(connectCrm, "GET", { params: { provider: "code_host" } });
  expect(answer.status).toBe(404);
  expect(answer.json.detail).toMatch(/ not found$/);
});

it("the service lists the providers as available and real where they are configured", async () => {
  const answer = await call(providers, "GET");
  expect(answer.json).toEqual([
    { id: "code_host", name: "Code host", brand: null, is_available: true, is_local: false },
    { id: "suite_a", name: "Suite A", brand: null, is_available: true, is_local: false },
    { id: "suite_b", name: "Suite B", brand: null, is_available: true, is_local: false },
  ]);
});
