import { afterEach, expect, it, vi } from "vitest";
import { GET as connectCrm } from "@/app/api/v1/auth/[provider]/connect-crm/route";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { startProviders } from "@/tests/support/providers";

/* Beginning to sign in takes no proof of anything: it must cost others nothing. */

const { suiteA } = await startProviders();

afterEach(() => {
  vi.useRealTimers();
  suiteA.discovery = "answers";
});

const begin = (provider: string, headers: Record<string, string> = {}, query = {}) =>
  call(login, "GET", { params: { provider }, headers, query });

it("the service fetches a provider's sign-in address once in ten minutes, however many sign-ins begin", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const before = suiteA.discoveries;
  const starts = [...Array.from({ length: 8 }, () => begin("suite_a"))];
  starts.push(call(connectCrm, "GET", { params: { provider: "suite_a" } }));
  for (const answer of await Promise.all(starts)) {
    expect(answer.headers.get("location")).toMatch(`${suiteA.issuer}/auth?`);
  }
  expect(suiteA.discoveries).toBe(before + 1);
  vi.setSystemTime(Date.now() + 599_000);
  await begin("suite_a");
  expect(suiteA.discoveries).toBe(before + 1);
  vi.setSystemTime(Date.now() + 1_000);
  await begin("suite_a");
  expect(suiteA.discoveries).toBe(before + 2);
  // Out of reach later, it most likely still signs people in where it did.
  suiteA.discovery = "fails";
  vi.setSystemTime(Date.now() + 600_000);
  expect((await begin("suite_a")).headers.get("location")).toMatch(`${suiteA.issuer}/auth?`);
});

it("an address may start as many sign-ins as a large office needs, and no more for a while", async () => {
  const { countMax } = LIMITS.sign_in_starts_per_ip;
  const flooder = { "x-forwarded-for": "203.0.113.7" };
  const flows = await db().authFlow.count();
  for (let done = 0; done < countMax; done += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin("code_host", flooder)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(302));
  }
  const refused = await begin("code_host", flooder);
  expect([refused.status, refused.json.detail]).toEqual([
    429,
    `Too many sign-ins begun from this address: at most ${countMax} in 60 s.`,
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // Who reads pages is told on one; a device client is told where it waits.
  const browser = { ...flooder, accept: "text/html,*/*;q=0.8" };
  expect((await begin("code_host", browser)).headers.get("location")).toBe("/signin?error=too_many_attempts");
  const device = { redirect_url: "http://127.0.0.1:5000/callback" };
  expect((await begin("suite_a", browser, device)).headers.get("location")).toBe(
    "http://127.0.0.1:5000/callback?error=too_many_attempts",
  );
  expect(await db().authFlow.count()).toBe(flows + countMax);
  expect((await begin("code_host", { "x-forwarded-for": "203.0.113.8" })).status).toBe(302);
});

it("an address that stays below the limit of a minute may start so many sign-ins in an hour, and no more", async () => {
  const limit = "sign_in_starts_per_ip_hourly";
  const { countMax } = LIMITS[limit];
  await checkLimits([{ limit, key: "203.0.113.9", weight: countMax - 1 }], new Date());
  const again = () => begin("code_host", { "x-forwarded-for": "203.0.113.9" });
  expect((await again()).status).toBe(302);
  expect((await again()).json?.detail).toBe(
    `Too many sign-ins begun from this address: at most ${countMax} in an hour.`,
  );
});
