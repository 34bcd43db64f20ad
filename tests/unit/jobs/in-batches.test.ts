import { describe, expect, it } from "vitest";
import { inBatches } from "@/lib/jobs/in-batches";

const FOREVER_MS = 3_600_000;

/** A kind of rows of which so many are left. */
function rows(count: number) {
  const kind = {
    left: count,
    batches: 0,
    work: async (limit: number) => {
      const done = Math.min(limit, kind.left);
      kind.left -= done;
      kind.batches += 1;
      return done;
    },
  };
  return kind;
}

describe("work in batches", () => {
  it("continues until nothing of any kind is left, and then is done", async () => {
    const [many, few, none] = [rows(105), rows(10), rows(0)];
    const outcome = await inBatches(10, [many.work, few.work, none.work], FOREVER_MS);
    expect(outcome).toBeUndefined();
    expect([many, few, none].map(({ left }) => left)).toEqual([0, 0, 0]);
    expect([many, few, none].map(({ batches }) => batches)).toEqual([11, 2, 1]);
  });

  it("gives each kind a turn within one run, even if one never ends, and asks to continue", async () => {
    const [endless, few] = [rows(Number.POSITIVE_INFINITY), rows(25)];
    let runs = 0;
    while (few.left > 0) {
      const before = Date.now();
      const outcome = await inBatches(10, [endless.work, few.work], 0);
      // Behind the jobs that wait already, not before those that came since the run began.
      expect(outcome?.againAt.getTime()).toBeGreaterThanOrEqual(before);
      runs += 1;
    }
    expect(runs).toBe(3);
  });
});
