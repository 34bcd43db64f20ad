import { InngestTestEngine } from "@inngest/test";
import { Inngest } from "inngest";
import { serve } from "inngest/next";
import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { dispatchingEnqueued } from "@/lib/jobs/dispatch";
import { enqueue } from "@/lib/jobs/enqueue";
import { inngestEndpoint, inngestFunctions } from "@/lib/jobs/inngest";
import { NO_DATA } from "@/lib/jobs/inngest-events";
import { OUTBOX_CLAIM_MS, OUTBOX_PAUSE_MS } from "@/lib/jobs/limits";
import { sendOutbox } from "@/lib/jobs/outbox";
import { claimOutboxRows } from "@/lib/jobs/store";
import { db, transaction } from "@/lib/platform/database";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { EVENT_KEY, InngestServer, SIGNING_KEY, signedRequest } from "@/tests/support/inngest-server";
import {
  describeJobGuarantees,
  enqueueCommitted,
  gate,
  type RunningEngine,
} from "@/tests/support/job-guarantees";

const inngest = new InngestServer();
const URL_OF_ENDPOINT = "http://localhost:3000/api/inngest";
const none = z.object({});

beforeAll(async () => {
  const INNGEST_BASE_URL = await inngest.listen();
  Object.assign(process.env, {
    INNGEST_EVENT_KEY: EVENT_KEY,
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_BASE_URL,
  });
});
afterAll(() => inngest.close());

describeJobGuarantees("Inngest", async (jobs: Job[]): Promise<RunningEngine> => {
  await inngest.connect(inngestEndpoint(jobs));
  // What the sweep does each minute, for what other tests left.
  const sweep = setInterval(() => sendOutbox(new Date()), 100);
  return {
    addUnchecked: async (name, payload) => {
      const data = { payload, dedupe_key: null, concurrency_key: null };
      await db().$queryRaw`SELECT enqueue_to_outbox(${name}, ${data}::jsonb, NULL, now())`;
    },
    hurry: async () => {},
    countGivenUp: async (name) =>
      inngest.givenUp.filter((id) => id === `workspace-platform-${name.replaceAll(".", "-")}`).length,
    scheduled: async () => {
      await inngest.tick();
      return (await db().jobSchedule.findMany()).map(({ name }) => name);
    },
    stop: async () => {
      clearInterval(sweep);
      await inngest.disconnect();
    },
  };
});

describe("a job as an Inngest function", () => {
  const job = defineJob({
    name: "test.shape",
    payload: z.object({ key: z.string() }),
    concurrency: { key: ({ key }) => key, limit: 16 },
    dedupeKey: ({ key }) => key,
    delayMs: 60_000,
    attemptsMax: 50,
    schedule: "17 3 * * *",
    handler: async () => undefined,
  });

  it("declares its concurrency, debounce and retries, and never runs more at once than allowed", async () => {
    await inngest.connect(inngestEndpoint([job]));
    const [minute, onEvent, later, ...others] = inngest.functions;
    expect(minute).toMatchObject({ triggers: [{ cron: "* * * * *" }], concurrency: 1 });
    expect(onEvent).toMatchObject({
      triggers: [{ event: "test.shape" }],
      concurrency: { key: "event.data.concurrency_key", limit: 5 },
      debounce: { key: "event.data.dedupe_key", period: "60s", timeout: "60s" },
      steps: { step: { retries: { attempts: 20 } } },
    });
    // A time would confuse the debounce, so that coming back goes another way.
    expect(later).toMatchObject({ triggers: [{ event: "test.shape.later" }] });
    expect(later).not.toHaveProperty("debounce");
    expect(others).toEqual([]);
  });

  it("is resumed by an event at the given time, without a step", async () => {
    const againAt = new Date(Date.now() + 3_600_000);
    const later = defineJob({ name: "test.later", payload: none, handler: async () => ({ againAt }) });
    const [onEvent] = inngestFunctions([later]);
    if (!onEvent) throw new Error("no function");
    inngest.events.length = 0;
    const engine = new InngestTestEngine({
      function: onEvent,
      events: [{ name: later.name, data: NO_DATA }],
    });
    const { result } = await engine.execute();
    expect(result).toEqual({ again_at: againAt.toISOString() });
    expect(inngest.events).toMatchObject([{ name: later.name, ts: againAt.getTime(), data: NO_DATA }]);
  });

  it("delayed longer than Inngest keeps an event, is rescheduled, and never runs early", async () => {
    const dueAt = new Date(Date.now() + 30 * 86_400_000);
    const runs: Date[] = [];
    const far = defineJob({
      name: "test.far",
      payload: none,
      handler: async (_payload, { now }) => {
        runs.push(now);
        return { againAt: dueAt };
      },
    });
    const [onEvent] = inngestFunctions([far]);
    if (!onEvent) throw new Error("no function");
    inngest.events.length = 0;
    const run = (data: object) =>
      new InngestTestEngine({ function: onEvent, events: [{ name: far.name, data }] }).execute();
    await run(NO_DATA);
    const [first] = inngest.events;
    expect(first?.ts).toBeLessThan(Date.now() + 7 * 86_400_000);
    expect(first?.data.due_at).toBe(dueAt.toISOString());
    await run(first?.data ?? {});
    const [, second] = inngest.events;
    expect(runs).toHaveLength(1);
    expect(second?.data.due_at).toBe(dueAt.toISOString());
    await run({ ...second?.data, due_at: new Date(Date.now() - 1).toISOString() });
    expect(runs).toHaveLength(2);
  });
});

describe("schedules", () => {
  const START = Date.parse("2026-03-02T10:00:30.000Z");
  const at = (minutes: number) => vi.setSystemTime(START + minutes * 60_000);

  beforeEach(async () => {
    await db().jobSchedule.deleteMany();
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await inngest.disconnect();
  });

  it("are driven by one run a minute, which catches up once on what was missed", async () => {
    const runs: string[] = [];
    const noting = (name: string, schedule: string) =>
      defineJob({
        name,
        payload: none,
        schedule,
        handler: async (payload) => {
          expect(payload).toEqual({});
          runs.push(name);
          return undefined;
        },
      });
    const jobs = [noting("test.minutely", "* * * * *"), noting("test.daily", "47 3 * * *")];
    at(0);
    await inngest.connect(inngestEndpoint(jobs));
    await inngest.tick();
    expect(runs).toEqual([]);
    at(1);
    await inngest.tick();
    await inngest.tick();
    expect(runs).toEqual(["test.minutely"]);
    at(24 * 60);
    await inngest.tick();
    // What is due for longer comes first.
    expect(runs).toEqual(["test.minutely", "test.daily", "test.minutely"]);
    // The clock is set back by an hour: schedules go on from there.
    at(23 * 60);
    await inngest.tick();
    at(23 * 60 + 1);
    await inngest.tick();
    expect(runs.slice(3)).toEqual(["test.minutely", "test.minutely"]);
  });

  it("don't block each other when one fails, which is retried in a run of its own", async () => {
    let tries = 0;
    const failing = defineJob({
      name: "test.failing-schedule",
      payload: none,
      schedule: "* * * * *",
      handler: async () => {
        tries += 1;
        throw new Error("broken");
      },
    });
    let ran = 0;
    const other = defineJob({
      name: "test.other-schedule",
      payload: none,
      schedule: "* * * * *",
      handler: async () => {
        ran += 1;
        return undefined;
      },
    });
    at(0);
    await inngest.connect(inngestEndpoint([failing, other]));
    await inngest.tick();
    at(1);
    inngest.events.length = 0;
    await inngest.tick();
    expect([tries, ran]).toEqual([1, 1]);
    expect(inngest.events).toMatchObject([{ name: failing.name }]);
  });
});

describe("a batched job", () => {
  afterEach(() => inngest.disconnect());

  it("is one run for a hundred events, whatever they contain", async () => {
    let runs = 0;
    const job = defineJob({
      name: "test.batched",
      payload: z.object({ key: z.string() }),
      handler: async () => undefined,
      batch: {
        work: async () => {
          runs += 1;
          return undefined;
        },
      },
    });
    await inngest.connect(inngestEndpoint([job]));
    inngest.executions.length = 0;
    await dispatchingEnqueued(() =>
      transaction(async (tx) => {
        for (let i = 0; i < 250; i++) await enqueue(tx, job, { key: "a" }, new Date());
      }),
    );
    await vi.waitFor(() => expect(runs).toBe(3), { timeout: 15_000 });
    expect(inngest.executions.map(({ events }) => events).sort((a, b) => b - a)).toEqual([100, 100, 50]);
  });

  it("checks again by an event at the second in which something is due", async () => {
    let dueMs = Number.NaN;
    const runs: number[] = [];
    const job = defineJob({
      name: "test.batched-again",
      payload: none,
      handler: async () => undefined,
      batch: {
        work: async () => {
          runs.push(Date.now());
          if (runs.length > 1) return undefined;
          dueMs = Date.now() + 500;
          return { againAt: new Date(dueMs) };
        },
      },
    });
    await inngest.connect(inngestEndpoint([job]));
    inngest.events.length = 0;
    await enqueueCommitted(job, {});
    // The first event may come twice, and set off a run before that: what was not seen to be taken is sent again.
    await vi.waitFor(() => expect(runs.some((at) => at >= dueMs)).toBe(true), { timeout: 15_000 });
    const second = Math.ceil(dueMs / 1_000) * 1_000;
    const later = inngest.events.filter(({ name }) => name === "test.batched-again.later");
    expect(later).toMatchObject([{ ts: second }]);
  });

  it("that must not run concurrently has one run at a time, to which the others leave the work", async () => {
    const [begun, mayEnd] = [gate(), gate()];
    let runs = 0;
    const job = defineJob({
      name: "test.alone",
      payload: none,
      handler: async () => undefined,
      batch: {
        isAlone: true,
        work: async () => {
          runs += 1;
          begun.open();
          await mayEnd.opened;
          return runs === 1 ? { againAt: new Date() } : undefined;
        },
      },
    });
    await inngest.connect(inngestEndpoint([job]));
    for (let i = 0; i < 3; i++) await enqueueCommitted(job, {});
    await begun.opened;
    expect(runs).toBe(1);
    mayEnd.open();
    // Its own event comes once it has ended, or would be passed over as theirs were.
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 15_000 });
  });

  it("is refused if Inngest can't combine its options with batches", async () => {
    const client = new Inngest({ id: "other", isDev: false, signingKey: SIGNING_KEY });
    const options = {
      id: "both",
      triggers: [{ event: "x" }],
      batchEvents: { maxSize: 10, timeout: "1s" as const },
    };
    const debounced = { ...options, debounce: { period: "1s" as const } };
    const functions = [client.createFunction(debounced, async () => {})];
    const endpoint = serve({
      client,
      functions,
      serveOrigin: "http://localhost:3000",
      servePath: "/api/inngest",
    });
    await expect(inngest.connect(endpoint as never)).rejects.toThrow("mutually exclusive");
  });
});

describe("/api/inngest", () => {
  const endpoint = inngestEndpoint([]);
  const body = { ctx: { run_id: "r" }, event: { name: "x", data: {} }, events: [], steps: {} };

  it.each([
    [
      "without a signature",
      () => new NextRequest(URL_OF_ENDPOINT, { method: "POST", body: JSON.stringify(body) }),
    ],
    [
      "signed with another key",
      () => signedRequest(URL_OF_ENDPOINT, "POST", body, `signkey-test-${"f".repeat(32)}`),
    ],
    [
      "signed an hour ago",
      () => signedRequest(URL_OF_ENDPOINT, "POST", body, SIGNING_KEY, Date.now() - 3_600_000),
    ],
    ["that only looks around", () => new NextRequest(URL_OF_ENDPOINT)],
  ])("refuses a call %s", async (_what, request) => {
    expect((await endpoint(request(), {})).status).toBe(401);
  });

  it("refuses a body that is too large before reading all of it", async () => {
    const request = new NextRequest(URL_OF_ENDPOINT, { method: "POST", body: "x".repeat(4_194_305) });
    expect((await endpoint(request, {})).status).toBe(413);
  });

  it("registers BASE_URL, whatever host a request names", async () => {
    const job = defineJob({ name: "test.host", payload: none, handler: async () => undefined });
    const request = new NextRequest("http://evil.example/api/inngest", {
      method: "PUT",
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    });
    await inngestEndpoint([job])(request, {});
    expect(inngest.functions.map((fn) => new URL(fn.steps.step.runtime.url).origin)).toEqual([
      "http://localhost:3000",
    ]);
  });
});

describe("the outbox", () => {
  const job = defineJob({ name: "test.outbox", payload: none, handler: async () => undefined });
  const sentEvents = () => inngest.events.filter(({ name }) => name === job.name);

  beforeEach(async () => {
    inngest.functions = [];
    inngest.events.length = 0;
    inngest.refusesWith = null;
    await db().jobOutbox.deleteMany();
  });

  it("is sent when the request that filled it ends, and is then empty", async () => {
    const ada = await aDeveloper();
    const route = bearerRoute({
      summary: "Enqueues",
      reach: "anyone",
      handle: ({ now }) => transaction((tx) => enqueue(tx, job, {}, now)),
    });
    const answer = await call(route, "POST", { bearer: ada.jwt });
    expect(answer.status).toBe(204);
    expect(sentEvents()).toHaveLength(1);
    expect(await db().jobOutbox.count()).toBe(0);
  });

  it("is not read by a request that enqueued nothing", async () => {
    await transaction((tx) => enqueue(tx, job, {}, new Date()));
    const ada = await aDeveloper();
    const route = bearerRoute({ summary: "Does nothing", reach: "anyone", handle: async () => {} });
    await call(route, "POST", { bearer: ada.jwt });
    expect(await db().jobOutbox.count()).toBe(1);
  });

  it("keeps everything while Inngest refuses, fails no request, and sends everything once when Inngest is back", async () => {
    inngest.refusesWith = 503;
    for (let i = 0; i < 3; i++) await enqueueCommitted(job, {});
    expect(await db().jobOutbox.count()).toBe(3);
    expect(sentEvents()).toHaveLength(0);
    inngest.refusesWith = null;
    const afterPause = new Date(Date.now() + OUTBOX_PAUSE_MS + 1);
    expect(await sendOutbox(afterPause)).toBe(3);
    expect(sentEvents()).toHaveLength(3);
    expect(await db().jobOutbox.count()).toBe(0);
    expect(await sendOutbox(afterPause)).toBe(0);
  });

  it("resends, with the same event id, what a sender took before it died", async () => {
    await transaction((tx) => enqueue(tx, job, {}, new Date()));
    const now = new Date(Date.now() + 2 * OUTBOX_PAUSE_MS);
    const claimedUntil = new Date(now.getTime() + OUTBOX_CLAIM_MS);
    const [row] = await claimOutboxRows(now, claimedUntil, 10);
    expect(await sendOutbox(now)).toBe(0);
    expect(await sendOutbox(claimedUntil)).toBe(1);
    expect(sentEvents()[0]?.id).toBe(`test.outbox-${row?.id}-${row?.created_at.getTime()}`);
  });

  it("is sent once if many send at the same time", async () => {
    const now = new Date(Date.now() + 2 * OUTBOX_PAUSE_MS);
    await transaction(async (tx) => {
      for (let i = 0; i < 250; i++) await enqueue(tx, job, {}, now);
    });
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendOutbox(now)));
    expect(sent.reduce((a, b) => a + b)).toBe(250);
    expect(new Set(sentEvents().map(({ id }) => id)).size).toBe(250);
    expect(sentEvents()).toHaveLength(250);
  });

  it("delays a job without a dedupe key by the event's own time", async () => {
    const late = defineJob({
      name: "test.late",
      payload: none,
      delayMs: 3_600_000,
      handler: async () => undefined,
    });
    const before = Date.now();
    await transaction((tx) => enqueue(tx, late, {}, new Date()));
    const after = Date.now();
    await sendOutbox(new Date(after + 2 * OUTBOX_PAUSE_MS));
    const [event] = inngest.events;
    expect(event?.ts).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(event?.ts).toBeLessThanOrEqual(after + 3_600_000);
  });
});
