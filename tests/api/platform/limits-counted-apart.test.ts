import { afterEach, describe, expect, it, vi } from "vitest";
import { inProcessStore } from "@/lib/limits/in-process-store";
import { countApart, notingCounting } from "@/lib/limits/note-counting";
import type { LimitStore } from "@/lib/limits/table";
import { pool } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";

const START = Date.parse("2026-11-22T09:00:00.000Z");
const at = (seconds: number) => new Date(START + seconds * 1000);
const ANSWER_MS_MAX = 10_000;

const counted = async () =>
  (await pool().query("SELECT process_id, counted_at FROM limit_counter ORDER BY started_at, process_id"))
    .rows;

/** One request, until what it notes is in the database. */
async function request(store: LimitStore, seconds: number): Promise<void> {
  await store.take([{ limit: "tracker_batches_per_device", key: "device", weight: 1 }], at(seconds));
  await vi.waitUntil(async () =>
    (await counted()).some((row) => row.counted_at.getTime() === at(seconds).getTime()),
  );
}

afterEach(async () => {
  vi.restoreAllMocks();
  await pool().query("DELETE FROM limit_counter");
});

describe("web processes that count rate limits separately", () => {
  it("are detected once they have done so at the same time, and the log says what to do", async () => {
    vi.spyOn(log, "warn");
    const [one, two] = [notingCounting(inProcessStore()), notingCounting(inProcessStore())];
    for (const [store, seconds] of [
      [one, 0],
      [two, 1],
      [one, 16],
      [two, 17],
      [one, 32],
    ] as const)
      await request(store, seconds);
    expect(await countApart(at(33), ANSWER_MS_MAX)).toBe(0);
    expect(log.warn).not.toHaveBeenCalled();
    await request(two, 33);
    await request(one, 48);
    expect(await countApart(at(48), ANSWER_MS_MAX)).toBe(2);
    await vi.waitUntil(() => vi.mocked(log.warn).mock.calls.length > 0);
    expect(log.warn).toHaveBeenCalledWith({ processes: 2 }, expect.stringContaining("REDIS_URL"));
    for (const seconds of [63, 78, 93]) {
      await request(one, seconds);
      await request(two, seconds + 1);
    }
    // Each has said so once, and says it again after ten minutes.
    expect(vi.mocked(log.warn).mock.calls.length).toBeLessThanOrEqual(2);
  });

  it("are not reported if one replaces the other, after a kill or with a moment of both", async () => {
    vi.spyOn(log, "warn");
    const [old, next] = [notingCounting(inProcessStore()), notingCounting(inProcessStore())];
    for (const seconds of [0, 15, 30, 45]) await request(old, seconds);
    for (const seconds of [40, 55, 70, 85]) await request(next, seconds);
    expect(await countApart(at(85), ANSWER_MS_MAX)).toBe(0);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("are forgotten a minute after one of them has stopped, and their rows after an hour", async () => {
    const [one, two] = [notingCounting(inProcessStore()), notingCounting(inProcessStore())];
    for (const seconds of [0, 16, 32, 48]) {
      await request(one, seconds);
      await request(two, seconds + 1);
    }
    expect(await countApart(at(50), ANSWER_MS_MAX)).toBe(2);
    await request(one, 110);
    expect(await countApart(at(110), ANSWER_MS_MAX)).toBe(0);
    await request(one, 3_700);
    await vi.waitUntil(async () => (await counted()).length === 1);
  });

  it("record it at most every 15 s, and never delay or fail a request", async () => {
    const store = notingCounting(inProcessStore());
    const query = vi
      .spyOn(pool(), "query")
      .mockImplementation((() => Promise.reject(new Error("down"))) as never);
    for (let seconds = 0; seconds < 30; seconds++) {
      const use = { limit: "tracker_batches_per_project" as const, key: "p", weight: 1 };
      expect(await store.take([use], at(seconds))).toBeNull();
    }
    expect(query).toHaveBeenCalledTimes(2);
  });
});
