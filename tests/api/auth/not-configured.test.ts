import { describe, expect, it } from "vitest";
import { GET as callback } from "@/app/api/v1/auth/[provider]/callback/route";
import { GET as connectCrm } from "@/app/api/v1/auth/[provider]/connect-crm/route";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { GET as providers } from "@/app/api/v1/auth/providers/route";
import { call } from "@/tests/support/call";

// The service is public here: a local identity provider must be out of reach whatever else is set.
Object.assign(process.env, {
  BASE_URL: "https://workspace.example",
  LOCAL_IDENTITY_URL: "http://localhost:3001",
  SUITE_B_CLIENT_ID: "client",
  SUITE_B_CLIENT_SECRET: "secret",
  // Nobody listens there: it is the port that means "none".
  SUITE_B_ISSUER: "http://127.0.0.1:1",
});

describe("a provider that is not configured", () => {
  it.each(["code_host", "suite_a"])("answers 503 and names %s's settings", async (provider) => {
    for (const route of provider === "code_host" ? [login, callback] : [login, callback, connectCrm]) {
      const answer = await call(route, "GET", { params: { provider } });
      expect(answer.status).toBe(503);
      expect(answer.json.detail).toContain(`${provider.toUpperCase()}_CLIENT_ID`);
    }
  });

  it("is reported only after an invalid provider and redirect_url", async () => {
    const bad = { redirect_url: "http://evil.example/callback" };
    expect((await call(login, "GET", { params: { provider: "suite_c" } })).status).toBe(400);
    expect((await call(login, "GET", { params: { provider: "suite_a" }, query: bad })).status).toBe(400);
  });

  it("is never replaced by the local identity provider on a public address", async () => {
    const answer = await call(providers, "GET");
    expect(answer.json).toEqual([
      { id: "code_host", name: "Code host", brand: null, is_available: false, is_local: false },
      { id: "suite_a", name: "Suite A", brand: null, is_available: false, is_local: false },
      { id: "suite_b", name: "Suite B", brand: null, is_available: true, is_local: false },
    ]);
  });
});

it("a provider that can't be reached fails with provider_error, at the loopback for a device client", async () => {
  const browser = await call(login, "GET", { params: { provider: "suite_b" } });
  expect(browser.headers.get("location")).toBe("/signin?error=provider_error");
  const query = { redirect_url: "http://127.0.0.1:5000/callback" };
  const device = await call(login, "GET", { params: { provider: "suite_b" }, query });
  expect(device.headers.get("location")).toBe("http://127.0.0.1:5000/callback?error=provider_error");
});

it("on a public address no host is redirected to another", async () => {
  const answer = await call(login, "GET", {
    params: { provider: "suite_b" },
    headers: { host: "internal-name:8080" },
  });
  expect(answer.headers.get("location")).toBe("/signin?error=provider_error");
});
