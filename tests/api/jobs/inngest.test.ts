import { InngestTestEngine } from "@inngest/test";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { inngestEndpoint, inngestFunctions } from "@/lib/jobs/inngest";
import { OUTBOX_CLAIM_MS, OUTBOX_PAUSE_MS } from "@/lib/jobs/limits";
import { sendOutbox } from "@/lib/jobs/outbox";
import { claimOutboxRows } from "@/lib/jobs/store";
import { db, transaction } from "@/lib/platform/database";
import { bearerRoute } from "@/lib/routes/bearer-route";
import { call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { EVENT_KEY, InngestServer, SIGNING_KEY, signedRequest } from "@/tests/support/inngest-server";
import { describeJobGuarantees, enqueueCommitted, type RunningEngine } from "@/tests/support/job-guarantees";

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
    scheduled: async () =>
      inngest.functions
        .filter((fn) => fn.triggers.some(({ cron }) => cron))
        .map((fn) => fn.name.split(" ")[0] ?? ""),
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
    concurrency: { key: ({ key }) => key, limit: 3 },
    dedupeKey: ({ key }) => key,
    delayMs: 60_000,
    attemptsMax: 50,
    schedule: "17 3 * * *",
    handler: async () => undefined,
  });

  it("asks for its concurrency, debounce, retries and schedule", async () => {
    await inngest.connect(inngestEndpoint([job]));
    const [onEvent, onSchedule] = inngest.functions;
    expect(onEvent).toMatchObject({
      triggers: [{ event: "test.shape" }],
      concurrency: { key: "event.data.concurrency_key", limit: 3 },
      debounce: { key: "event.data.dedupe_key", period: "60s", timeout: "60s" },
      steps: { step: { retries: { attempts: 20 } } },
    });
    expect(onSchedule).toMatchObject({ triggers: [{ cron: "17 3 * * *" }] });
    expect(onSchedule).not.toHaveProperty("debounce");
  });

  it("records what its handler answered, and waits in Inngest before it comes back", async () => {
    const againAt = new Date("2099-01-01T00:00:00.000Z");
    const later = defineJob({ name: "test.later", payload: none, handler: async () => ({ againAt }) });
    const [onEvent] = inngestFunctions([later]);
    if (!onEvent) throw new Error("no function");
    const data = { payload: {}, dedupe_key: null, concurrency_key: null };
    const engine = new InngestTestEngine({ function: onEvent, events: [{ name: later.name, data }] });
    const { result } = await engine.executeStep("run");
    expect(result).toEqual({ again_at: againAt.toISOString() });
    const { ctx } = await engine.execute({
      steps: [
        { id: "wait", handler: () => null },
        { id: "again", handler: () => ({ ids: [] }) },
      ],
    });
    expect(ctx.step.sleepUntil).toHaveBeenCalledWith("wait", againAt.toISOString());
    expect(ctx.step.sendEvent).toHaveBeenCalledWith("again", { name: later.name, data });
  });

  it("runs by its schedule with an empty payload", async () => {
    const seen: unknown[] = [];
    const tick = defineJob({
      name: "test.tick",
      payload: none,
      schedule: "* * * * *",
      handler: async (payload) => {
        seen.push(payload);
        return undefined;
      },
    });
    const [, onSchedule] = inngestFunctions([tick]);
    if (!onSchedule) throw new Error("no function");
    const events: [{ name: string; data: object }] = [
      { name: "inngest/scheduled.timer", data: { cron: "* * * * *" } },
    ];
    await new InngestTestEngine({ function: onSchedule, events }).execute();
    expect(seen).toEqual([{}]);
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

  it("refuses a body that is too large before it is read to its end", async () => {
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

  it("is sent when the request that filled it is over, and empty afterwards", async () => {
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

  it("is not looked at by a request that enqueued nothing", async () => {
    await transaction((tx) => enqueue(tx, job, {}, new Date()));
    const ada = await aDeveloper();
    const route = bearerRoute({ summary: "Does nothing", reach: "anyone", handle: async () => {} });
    await call(route, "POST", { bearer: ada.jwt });
    expect(await db().jobOutbox.count()).toBe(1);
  });

  it("keeps everything while Inngest refuses, fails no request, and sends it all once when it is back", async () => {
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

  it("sends again, under the same event id, what a sender took before it died", async () => {
    await transaction((tx) => enqueue(tx, job, {}, new Date()));
    const now = new Date(Date.now() + 2 * OUTBOX_PAUSE_MS);
    const claimedUntil = new Date(now.getTime() + OUTBOX_CLAIM_MS);
    const [row] = await claimOutboxRows(now, claimedUntil, 10);
    expect(await sendOutbox(now)).toBe(0);
    expect(await sendOutbox(claimedUntil)).toBe(1);
    expect(sentEvents()[0]?.id).toBe(`test.outbox-${row?.id}-${row?.created_at.getTime()}`);
  });

  it("is sent once when many send at the same time", async () => {
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
