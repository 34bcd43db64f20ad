import { beforeEach, expect, it, vi } from "vitest";
import { GET as login } from "@/app/api/v1/auth/[provider]/login/route";
import { GET as signInProblems } from "@/app/api/v1/operators/sign-in-problems/route";
import { sweepAuthFlows } from "@/lib/identity/jobs";
import { noteSignInProblem, writeSignInProblems } from "@/lib/identity/problems/note-problem";
import { db } from "@/lib/platform/database";
import { Browser } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { comeBack, goToProvider, signIn, startProviders } from "@/tests/support/providers";

/* What operators see of sign-ins that failed. */

Object.assign(process.env, { OPERATOR_EMAILS: "ops@example.com", SUITE_A_NAME: "Acme Directory" });
const { suiteA, suiteB } = await startProviders();

let bearer: string;
beforeEach(async () => {
  await writeSignInProblems();
  await db().signInProblem.deleteMany();
  await db().developer.deleteMany({ where: { email: "ops@example.com" } });
  bearer = (await aDeveloper({ email: "ops@example.com" })).jwt;
});

type Problem = { provider: string; reason: string; count_24h: number; count_7d: number };
const problems = async () => (await call(signInProblems, "GET", { bearer })).json as Problem[];
/** Each as `provider reason count`, in order. */
const seen = async () =>
  (await problems()).map((each) => `${each.provider} ${each.reason} ${each.count_24h}`);

it("sign-in problems are stored as provider, reason, count and latest time, without anything about the person", async () => {
  const person = {
    sub: "p-1",
    name: "Nobody Atall",
    email: "nobody-atall@example.com",
    email_verified: true,
  };
  suiteA.person = { sub: "p-2", name: "Nobody Atall" };
  for (let count = 0; count < 2; count++) {
    expect((await signIn("suite_a")).location).toBe("/signin?error=no_email");
  }
  // A state that was used, one that never was, a refusal of the provider's own, and one that went well.
  suiteA.person = person;
  const { browser, query } = await goToProvider("suite_a");
  const { developerId } = await signIn("suite_a");
  expect(developerId).not.toBeNull();
  await comeBack("suite_a", browser, { ...query, error: "server_error" });
  await comeBack("suite_a", browser, query);
  await comeBack("code_host", new Browser(), { state: "never-was", code: "x" });
  await vi.waitUntil(async () => (await seen()).length === 4, { timeout: 15_000 });
  expect(await seen()).toEqual([
    "suite_a no_email 2",
    "code_host invalid_state 1",
    "suite_a invalid_state 1",
    "suite_a provider_error 1",
  ]);
  const [first] = await problems();
  expect(first).toEqual({
    provider: "suite_a",
    provider_name: "Acme Directory",
    reason: "no_email",
    count_24h: 2,
    count_7d: 2,
    last_at: expect.any(String),
  });
  const rows = JSON.stringify(await db().signInProblem.findMany());
  expect(rows).not.toMatch(/nobody|p-1|never-was/i);
});

it("include a provider that can't be reached when a sign-in begins", async () => {
  // Another one than the others use: where it was found once, it is known for a while.
  suiteB.discovery = "fails";
  const begun = await call(login, "GET", { params: { provider: "suite_b" } });
  expect(begun.headers.get("location")).toBe("/signin?error=provider_error");
  await writeSignInProblems();
  expect(await seen()).toEqual(["suite_b provider_error 1"]);
});

it("sign-in problems are counted by the hour in one row, however many occur at once, and kept for a week", async () => {
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const hours of [0, 30, 24 * 8]) {
    for (let count = 0; count < 500; count++) noteSignInProblem("suite_a", "invalid_state", ago(hours));
  }
  await Promise.all([writeSignInProblems(), writeSignInProblems()]);
  noteSignInProblem("suite_a", "invalid_state", now);
  await writeSignInProblems();
  expect(await db().signInProblem.count()).toBe(3);
  expect(await problems()).toEqual([
    expect.objectContaining({ reason: "invalid_state", count_24h: 501, count_7d: 1001 }),
  ]);
  await sweepAuthFlows.handler({}, { now });
  expect(await db().signInProblem.count()).toBe(2);
});
