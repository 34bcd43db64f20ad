import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { SIGN_INS_PER_BROWSER_MAX } from "@/lib/identity/limits";
import { PROVIDER_IDS } from "@/lib/identity/rules";
import { Browser } from "@/tests/support/browser";
import type { Answer } from "@/tests/support/call";
import { comeBack, goToProvider, startProviders } from "@/tests/support/providers";

/* Somebody signs in in two tabs of a browser, or for a desktop client while the console asks for it too. */

const { codeHost, suiteA, suiteB } = await startProviders();
const email = `${randomUUID()}@example.com`;
suiteA.person = suiteB.person = { sub: randomUUID(), name: "Tabs", email, email_verified: true };
const emails = [{ email, primary: true, verified: true, visibility: null }];
codeHost.person = { id: 77_001, login: "tabs", name: "Tabs", emails };

const locationOf = (answer: Answer) => answer.headers.get("location") ?? "";

it.each(PROVIDER_IDS)("both sign-ins with %s succeed, whichever is finished first", async (id) => {
  for (const isFirstFirst of [true, false]) {
    const browser = new Browser();
    const console_ = await goToProvider(id, { browser });
    const client = await goToProvider(id, { browser, port: 5000 });
    const order = isFirstFirst ? [console_, client] : [client, console_];
    const locations: string[] = [];
    for (const { query } of order) locations.push(locationOf(await comeBack(id, browser, query)));
    expect(locations.sort()).toEqual([
      expect.stringMatching(/^\/signin\/complete#token=/),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:5000\/callback\?token=/),
    ]);
    expect(browser.serviceCookies).toEqual(["sign-in.arrived"]);
  }
});

it("so do two with different providers", async () => {
  const browser = new Browser();
  const first = await goToProvider("suite_a", { browser });
  const second = await goToProvider("code_host", { browser });
  expect(locationOf(await comeBack("suite_a", browser, first.query))).toContain("#token=");
  expect(locationOf(await comeBack("code_host", browser, second.query))).toContain("#token=");
});

it("one that fails leaves the other alone", async () => {
  const browser = new Browser();
  const failing = await goToProvider("suite_a", { browser });
  const other = await goToProvider("suite_a", { browser });
  const failed = await comeBack("suite_a", browser, { ...failing.query, code: "made-up" });
  expect(locationOf(failed)).toBe("/signin?error=token_exchange_failed");
  expect(locationOf(await comeBack("suite_a", browser, other.query))).toContain("#token=");
});

it("a browser keeps the cookies of the newest few: many would make its requests too large", async () => {
  const browser = new Browser();
  const begun: Awaited<ReturnType<typeof goToProvider>>[] = [];
  for (let i = 0; i < SIGN_INS_PER_BROWSER_MAX + 2; i++) {
    begun.push(await goToProvider("suite_a", { browser }));
  }
  expect(browser.serviceCookies).toHaveLength(3 * SIGN_INS_PER_BROWSER_MAX);
  const answers = [];
  for (const { query } of begun) answers.push(await comeBack("suite_a", browser, query));
  const outcomes = answers.map((answer) => /error=\w+|#token/.exec(locationOf(answer))?.[0]);
  const kept = Array(SIGN_INS_PER_BROWSER_MAX).fill("#token");
  expect(outcomes).toEqual(["error=invalid_state", "error=invalid_state", ...kept]);
});

it("cookies of other programs with names alike don't keep anybody from signing in", async () => {
  const names = ["", "x y", "é", "a(b)", "0123", "z".repeat(16)].map((id) => `sign-in.state.${id}=1`);
  const answer = await new Browser().open(login, {
    params: { provider: "suite_a" },
    headers: { cookie: names.join("; ") },
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, Array(3).fill(expect.any(String))]);
});
