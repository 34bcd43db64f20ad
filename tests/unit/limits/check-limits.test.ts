import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { CircuitBreaker } from "@/lib/limits/circuit-breaker";
import { inProcessStore } from "@/lib/limits/in-process-store";
import { redisStore, upstashStore } from "@/lib/limits/shared-store";
import { LIMIT_STORE_TIMEOUT_MS, type LimitName, type LimitStore } from "@/lib/limits/table";
import { log } from "@/lib/platform/log";
import { freePort, type RedisServer, startRedis } from "@/tests/support/redis";
import { startUpstashRest, UPSTASH_TOKEN } from "@/tests/support/upstash-rest";

const START = new Date("2026-11-20T09:30:00.000Z");
const LATENCY_MS_MAX = 600;

/** The library that the shared stores count with asks `Date` itself, so tests set that and pass it on. */
function at(seconds: number): Date {
  vi.setSystemTime(START.getTime() + seconds * 1000);
  return new Date();
}

async function refusal(work: Promise<void>): Promise<AppError | null> {
  return work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

type Check = { limit: LimitName; key: string; weight?: number };

async function passes(store: LimitStore, checks: Check[], now: Date): Promise<boolean> {
  return (await refusal(checkLimits(checks, now, store))) === null;
}

async function countPassing(store: LimitStore, check: Check, now: Date, tries: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < tries; i++) if (await passes(store, [check], now)) passed += 1;
  return passed;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

let redis: RedisServer;
let rest: Awaited<ReturnType<typeof startUpstashRest>>;
beforeAll(async () => {
  redis = await startRedis();
  rest = await startUpstashRest(redis.url);
});
afterAll(async () => {
  await rest.close();
  await redis.kill();
});

describe.each([
  ["in process", () => inProcessStore()],
  ["over a Redis client", () => redisStore(redis.url)],
  ["over Upstash REST", () => upstashStore(rest.url, UPSTASH_TOKEN)],
])("limits counted %s", (_, makeStore) => {
  let store: LimitStore;
  beforeEach(() => {
    store = makeStore();
    // Fail-open must not make these tests pass: with a store that answers there is nothing to warn of.
    vi.spyOn(log, "warn");
  });
  afterEach(async () => {
    expect(log.warn).not.toHaveBeenCalled();
    await store.close();
  });

  it("lets 30 batches of a device through in 60 s and refuses the 31st with whole seconds to wait", async () => {
    const batch: Check = { limit: "tracker_batches_per_device", key: randomUUID() };
    expect(await countPassing(store, batch, at(10), 30)).toBe(30);
    const error = await refusal(checkLimits([batch], at(11), store));
    expect(error).toMatchObject({ code: "too_many_requests" });
    expect(error?.message).toBe("Too many batches from this device: at most 30 in 60 s.");
    expect(error?.retryAfterS).toSatisfy((wait: number) => Number.isInteger(wait) && wait >= 1 && wait <= 60);
  });

  it.each([41, 41.001, 41.4, 41.999])(
    "passes after the announced wait, refused at second %d",
    async (second) => {
      const batch: Check = { limit: "tracker_batches_per_device", key: randomUUID() };
      await countPassing(store, batch, at(40), 30);
      const error = await refusal(checkLimits([batch], at(second), store));
      expect(await passes(store, [batch], at(second + (error?.retryAfterS ?? 0)))).toBe(true);
    },
  );

  it("slides: usage leaves the window gradually, not all at once", async () => {
    const batch: Check = { limit: "tracker_batches_per_device", key: randomUUID() };
    for (const second of [0, 20, 40]) expect(await countPassing(store, batch, at(second), 10)).toBe(10);
    expect(await passes(store, [batch], at(59))).toBe(false);
    const halfway = await countPassing(store, batch, at(80), 30);
    expect(halfway).toBeGreaterThanOrEqual(10);
    expect(halfway).toBeLessThanOrEqual(20);
    expect(await countPassing(store, batch, at(200), 40)).toBe(30);
  });

  it("counts by weight up to the limit exactly", async () => {
    const key = randomUUID();
    const events = (weight: number): Check => ({ limit: "tracker_events_per_project", key, weight });
    expect(await countPassing(store, events(500), at(5), 99)).toBe(99);
    expect(await passes(store, [events(499)], at(6))).toBe(true);
    expect(await passes(store, [events(1)], at(6))).toBe(true);
    expect(await passes(store, [events(1)], at(7))).toBe(false);
  });

  it("refuses a weight above the whole limit and keeps no trace of it", async () => {
    const key = randomUUID();
    const error = await refusal(
      checkLimits([{ limit: "tracker_events_per_project", key, weight: 50_001 }], at(0), store),
    );
    expect(error).toMatchObject({ code: "too_many_requests", retryAfterS: 60 });
    expect(await passes(store, [{ limit: "tracker_events_per_project", key, weight: 50_000 }], at(0))).toBe(
      true,
    );
  });

  it("passes a weight of nothing even where the limit is used up", async () => {
    const key = randomUUID();
    await passes(store, [{ limit: "tracker_events_per_project", key, weight: 50_000 }], at(0));
    expect(await passes(store, [{ limit: "tracker_events_per_project", key, weight: 0 }], at(0))).toBe(true);
  });

  it("does not affect other keys and other limits", async () => {
    const key = randomUUID();
    await countPassing(store, { limit: "tracker_batches_per_device", key }, at(0), 31);
    expect(await passes(store, [{ limit: "tracker_batches_per_device", key: randomUUID() }], at(0))).toBe(
      true,
    );
    expect(await passes(store, [{ limit: "evidence_presigns_per_device", key }], at(0))).toBe(true);
  });

  it("lets exactly the limit through when 100 ask at once", async () => {
    const batch: Check = { limit: "tracker_batches_per_device", key: randomUUID() };
    const now = at(0);
    const answers = await Promise.all(Array.from({ length: 100 }, () => passes(store, [batch], now)));
    expect(answers.filter(Boolean)).toHaveLength(30);
  });

  it("keeps a device over its own limit from using up its project's", async () => {
    const [device, project] = [randomUUID(), randomUUID()];
    const events = (weight: number): Check => ({ limit: "tracker_events_per_project", key: project, weight });
    const upload = [{ limit: "tracker_batches_per_device" as const, key: device }, events(500)];
    for (let i = 0; i < 30; i++) expect(await passes(store, upload, at(0))).toBe(true);
    for (let i = 0; i < 100; i++) expect(await passes(store, upload, at(1))).toBe(false);
    expect(await countPassing(store, events(500), at(2), 80)).toBe(70);
  });

  it("announces the longest wait when several limits refuse", async () => {
    const [device, project] = [randomUUID(), randomUUID()];
    const batch: Check = { limit: "tracker_batches_per_device", key: device };
    const events: Check = { limit: "tracker_events_per_project", key: project, weight: 50_000 };
    await countPassing(store, batch, at(1), 30);
    await passes(store, [events], at(20));
    const error = await refusal(checkLimits([batch, events], at(30), store));
    expect(error?.message).toContain("events for this project");
  });
});

describe("a shared store", () => {
  const uses: Check[] = [
    { limit: "tracker_batches_per_device", key: "one-call" },
    { limit: "tracker_batches_per_project", key: "one-call" },
    { limit: "tracker_events_per_project", key: "one-call", weight: 500 },
  ];

  it("is asked once for all limits of a request, by the script's hash", async () => {
    const client = redisStore(redis.url);
    const http = upstashStore(rest.url, UPSTASH_TOKEN);
    // The first request may have to send the script itself.
    for (const store of [client, http]) expect(await passes(store, uses, at(0))).toBe(true);
    const watch = new Redis(redis.url);
    const calls = async () => {
      const stats = await watch.info("commandstats");
      const of = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
      return { eval: of("eval"), evalsha: of("evalsha") };
    };
    const [before, commands] = [await calls(), rest.commands()];
    for (let i = 0; i < 5; i++) {
      for (const store of [client, http]) expect(await passes(store, uses, at(1))).toBe(true);
    }
    const after = await calls();
    expect([after.eval - before.eval, after.evalsha - before.evalsha]).toEqual([0, 10]);
    expect(rest.commands() - commands).toBe(5);
    await watch.quit();
    for (const store of [client, http]) await store.close();
  });

  it("that lost its scripts is sent the text again", async () => {
    const stores = [redisStore(redis.url), upstashStore(rest.url, UPSTASH_TOKEN)];
    const key = randomUUID();
    vi.spyOn(log, "warn");
    for (const store of stores) expect(await passes(store, uses, at(0))).toBe(true);
    const admin = new Redis(redis.url);
    await admin.script("FLUSH");
    await admin.quit();
    for (const store of stores) {
      const device = { limit: "tracker_batches_per_device" as const, key };
      expect(await countPassing(store, device, at(1), 15)).toBe(15);
      await store.close();
    }
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("counts a refused use nowhere, so that it passes as soon as a smaller one would have", async () => {
    const store = redisStore(redis.url);
    const key = randomUUID();
    const events = (weight: number): Check => ({ limit: "tracker_events_per_project", key, weight });
    expect(await passes(store, [events(49_900)], at(0))).toBe(true);
    for (let i = 0; i < 50; i++) expect(await passes(store, [events(101)], at(0))).toBe(false);
    expect(await passes(store, [events(100)], at(0))).toBe(true);
    await store.close();
  });

  it("continues the counts of the previous version, which used a library's keys", async () => {
    const key = randomUUID();
    const now = at(5);
    const library = new Ratelimit({
      redis: new UpstashRedis({ url: rest.url, token: UPSTASH_TOKEN, enableTelemetry: false }),
      prefix: "limits:tracker_batches_per_device",
      limiter: Ratelimit.slidingWindow(30, "60 s"),
      ephemeralCache: false,
      enableTelemetry: false,
    });
    for (let i = 0; i < 20; i++) expect((await library.limit(key)).success).toBe(true);
    const store = redisStore(redis.url);
    expect(await countPassing(store, { limit: "tracker_batches_per_device", key }, now, 30)).toBe(10);
    await store.close();
  });
});

describe("the circuit breaker", () => {
  it("lets a store rest for 5 s after three calls without an answer, then sends one to try it", () => {
    const breaker = new CircuitBreaker();
    for (const ms of [0, 500]) {
      expect(breaker.mayCall(ms)).toBe(true);
      breaker.timedOut(ms + 500);
    }
    breaker.answered();
    for (const ms of [1_000, 1_500, 2_000]) {
      expect(breaker.mayCall(ms)).toBe(true);
      breaker.timedOut(ms + 500);
    }
    expect([2_500, 5_000, 7_499].map((ms) => breaker.mayCall(ms))).toEqual([false, false, false]);
    expect([7_500, 7_501, 7_999].map((ms) => breaker.mayCall(ms))).toEqual([true, false, false]);
    breaker.timedOut(8_000);
    expect([8_001, 12_999].map((ms) => breaker.mayCall(ms))).toEqual([false, false]);
    expect(breaker.mayCall(13_000)).toBe(true);
    breaker.answered();
    expect([13_001, 13_002].map((ms) => breaker.mayCall(ms))).toEqual([true, true]);
  });
});

describe("limits counted in process", () => {
  it("hold in every stretch of 60 s, wherever it begins", async () => {
    const store = inProcessStore();
    const passed: number[] = [];
    for (let second = 0; second < 240; second += 0.7) {
      const check: Check = { limit: "tracker_batches_per_device", key: "d" };
      if (await passes(store, [check], at(second))) passed.push(second);
    }
    const fullest = Math.max(
      ...passed.map((from) => passed.filter((s) => s >= from && s < from + 60).length),
    );
    expect(fullest).toBe(30);
  });

  it("never ask for a wait longer than the window, even for a time before the last one", async () => {
    const store = inProcessStore();
    const check: Check = { limit: "tracker_batches_per_device", key: "device" };
    expect(await countPassing(store, check, at(2), 30)).toBe(30);
    expect((await refusal(checkLimits([check], at(0), store)))?.retryAfterS).toBe(60);
  });

  it("hold as before, and not for an hour, after the clock is set back by an hour", async () => {
    const store = inProcessStore();
    const check: Check = { limit: "tracker_batches_per_device", key: "d" };
    expect(await countPassing(store, check, at(3_600), 31)).toBe(30);
    expect(await passes(store, [check], at(0))).toBe(false);
    expect(await passes(store, [check], at(59))).toBe(false);
    expect(await countPassing(store, check, at(61), 31)).toBe(30);
    await store.take([{ limit: "tracker_batches_per_device", key: "later", weight: 1 }], at(122));
    expect(store.size()).toBe(1);
  });

  it("forget a key once its window has passed", async () => {
    const store = inProcessStore();
    for (let i = 0; i < 1000; i++) {
      await store.take([{ limit: "tracker_batches_per_device", key: `d${i}`, weight: 1 }], at(0));
    }
    expect(store.size()).toBe(1000);
    await store.take([{ limit: "tracker_batches_per_device", key: "later", weight: 1 }], at(61));
    expect(store.size()).toBe(1);
  });
});

describe("a shared store in trouble", () => {
  const uses: Check[] = [
    { limit: "tracker_batches_per_device", key: "device" },
    { limit: "tracker_batches_per_project", key: "project" },
    { limit: "tracker_events_per_project", key: "project", weight: 500 },
  ];
  const sockets = new Set<Socket>();
  let silent: Server;
  let silentPort: number;
  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    silentPort = (silent.address() as { port: number }).port;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  beforeEach(() => {
    vi.useRealTimers();
    vi.spyOn(log, "warn").mockImplementation(() => {});
  });

  /** Whether all that is done passes before a timer of so much, however busy the machine is. */
  const isDoneWithin = (ms: number, done: Promise<boolean>) =>
    Promise.race([done, setTimeout(ms, `not within ${ms} ms`, { ref: false })]);
  const passesSoon = (store: LimitStore) => isDoneWithin(LATENCY_MS_MAX, passes(store, uses, new Date()));

  it.each([
    ["Redis", () => redisStore(`redis://127.0.0.1:${silentPort}`)],
    ["Upstash", () => upstashStore(`http://127.0.0.1:${silentPort}`, UPSTASH_TOKEN)],
  ])(
    "lets requests pass within 600 ms when %s accepts connections and never answers",
    async (_, makeStore) => {
      const store = makeStore();
      for (let i = 0; i < 3; i++) expect(await passesSoon(store)).toBe(true);
      expect(log.warn).toHaveBeenCalledTimes(1);
      // From the fourth on nobody waits: all of these together take less than one of those.
      const fifty = async () => {
        for (let i = 0; i < 50; i++) if (!(await passes(store, uses, new Date()))) return false;
        return true;
      };
      expect(await isDoneWithin(LIMIT_STORE_TIMEOUT_MS, fifty())).toBe(true);
      expect(await store.answers()).toBe(false);
      await store.close();
    },
  );

  it("lets requests pass at once when nothing listens there", async () => {
    const port = await freePort();
    for (const store of [
      redisStore(`redis://127.0.0.1:${port}`),
      upstashStore(`http://127.0.0.1:${port}`, "t"),
    ]) {
      expect(await passesSoon(store)).toBe(true);
      expect(await store.answers()).toBe(false);
      await store.close();
    }
  });

  it("does not answer where it can be reached and can't count", async () => {
    const server = await startRedis();
    const front = await startUpstashRest(server.url);
    const stores = [redisStore(server.url), upstashStore(front.url, UPSTASH_TOKEN)];
    const admin = new Redis(server.url);
    const answers = () => Promise.all(stores.map((store) => store.answers()));
    try {
      expect(await answers()).toEqual([true, true]);
      // As after a failover, when its replica has become the primary server.
      await admin.call("REPLICAOF", "127.0.0.1", "1");
      expect(await answers()).toEqual([false, false]);
    } finally {
      admin.disconnect();
      for (const store of stores) await store.close();
      await front.close();
      await server.kill();
    }
  });

  it.each(["killed", "frozen"])(
    "continues within 600 ms when Redis is %s midway, and counts again afterwards",
    async (how) => {
      const server = await startRedis();
      const front = await startUpstashRest(server.url);
      const stores = [redisStore(server.url), upstashStore(front.url, UPSTASH_TOKEN)];
      const device = { limit: "tracker_batches_per_device" as const, key: "device" };
      const full = async (store: LimitStore) => !(await passes(store, [device], new Date()));
      const [store] = stores;
      if (store === undefined) throw new Error("no store");
      expect(await countPassing(store, device, new Date(), 31)).toBe(30);
      if (how === "killed") await server.kill();
      else server.freeze();
      for (const each of stores) {
        for (let i = 0; i < 4; i++) expect(await passesSoon(each)).toBe(true);
      }
      const revived = how === "killed" ? await startRedis(server.port) : server;
      revived.resume();
      for (const each of stores) {
        // The connection comes back by itself, within its own retry interval.
        await vi.waitUntil(() => full(each), { timeout: 15_000, interval: 20 });
        expect(await each.answers()).toBe(true);
        await each.close();
      }
      await front.close();
      await revived.kill();
    },
  );

  it("warns once a minute, not once a request", async () => {
    const store = redisStore(`redis://127.0.0.1:${await freePort()}`);
    const minutes = [0, 0, 0.5, 1.1, 1.2, 2.2].map((m) => new Date(START.getTime() + m * 60_000));
    for (const now of minutes) await passes(store, uses, now);
    expect(log.warn).toHaveBeenCalledTimes(3);
    await store.close();
  });
});
