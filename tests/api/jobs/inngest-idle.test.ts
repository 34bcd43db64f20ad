import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { inngestEndpoint } from "@/lib/jobs/inngest";
import { db } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import { catalogue } from "@/lib/server/catalogue";
import { EVENT_KEY, InngestServer, SIGNING_KEY } from "@/tests/support/inngest-server";

const inngest = new InngestServer();
const MONTH_MINUTES = 30 * 24 * 60;
/** Minutes of an hour by which each schedule comes due that does so in it. */
const MINUTES = [1, 2, 10, 15, 30, 45, 59, 60];
/** Issue 18, part 6. */
const EXECUTIONS_MAX = 50_000;

beforeAll(async () => {
  const INNGEST_BASE_URL = await inngest.listen();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_BASE_URL,
  });
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await inngest.disconnect();
  await inngest.close();
});

it("an idle service needs one execution a minute, and does all its daily work", async () => {
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const at = (minutes: number) => vi.setSystemTime(startMs + minutes * MINUTE_MS);
  await inngest.connect(inngestEndpoint(catalogue));
  await inngest.tick();
  inngest.executions.length = 0;
  // A day later, so that what is due once a day is made up for.
  for (const minute of MINUTES) {
    at(23 * 60 + minute);
    await inngest.tick();
  }
  expect(inngest.executions.map(({ fn }) => fn)).toEqual(MINUTES.map(() => "workspace-platform-minute"));
  expect(inngest.events).toEqual([]);
  expect((inngest.executions.length / MINUTES.length) * MONTH_MINUTES).toBeLessThanOrEqual(EXECUTIONS_MAX);
  const done = await db().jobSchedule.findMany();
  const scheduled = catalogue.filter(({ schedule }) => schedule).map(({ name }) => name);
  expect(done.map(({ name }) => name).sort()).toEqual(scheduled.sort());
  for (const { name, doneUntil } of done) expect(doneUntil.getTime(), name).toBeGreaterThan(startMs);
}, 120_000);
