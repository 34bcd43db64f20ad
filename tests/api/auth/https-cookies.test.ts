import { expect, it } from "vitest";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { arrivalCookie } from "@/lib/identity/next-auth";
import { PROVIDER_IDS } from "@/lib/identity/rules";
import { Browser } from "@/tests/support/browser";
import { comeBack, startProviders } from "@/tests/support/providers";

/* A service that browsers reach by https. */

process.env.BASE_URL = "https://console.example";
await startProviders();

it.each(PROVIDER_IDS)("cookies of a sign-in with %s stay with this host and https", async (id) => {
  const browser = new Browser();
  const begun = await browser.open(login, { params: { provider: id } });
  const held = browser.serviceCookies;
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state") ?? "";
  const ended = await comeBack(id, browser, { state, error: "access_denied" });
  const cookies = [begun, ended].map(({ headers }) => headers.getSetCookie());
  expect(cookies.map(({ length }) => length)).toEqual([id === "code_host" ? 2 : 3, 3]);
  for (const cookie of cookies.flat()) {
    expect(cookie).toMatch(
      /^__Host-sign-in\.(state|pkce|nonce)\.[0-9a-f]{16}=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
  }
  expect([held.length > 0, browser.serviceCookies]).toEqual([true, []]);
});

it("so does the cookie that says whose token came", () => {
  expect(arrivalCookie("session")).toBe(
    "__Host-sign-in.arrived=session; Max-Age=600; Path=/; Secure; SameSite=Lax",
  );
});
