import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activityOf, HOUR_S, secondsWon } from "@/lib/tracker/enrichment/rules";

const HOUR = 1_780_000_000 - (1_780_000_000 % HOUR_S);

const samples = fc.uniqueArray(
  fc.record({
    deviceId: fc.constantFrom("a", "b", "c"),
    eventId: fc.uuid(),
    end: fc.integer({ min: HOUR - 700, max: HOUR + HOUR_S + 700 }),
    intervalS: fc.integer({ min: 1, max: 600 }),
    inputEvents: fc.constantFrom(0, 0, 1, 60, 2_147_483_647),
  }),
  { selector: (sample) => sample.eventId, maxLength: 120 },
);

type Sample = { deviceId: string; eventId: string; end: number; intervalS: number; inputEvents: number };

function won(given: Sample[]): Map<string, number> {
  return new Map(Array.from(secondsWon(given, HOUR), ({ sample, seconds }) => [sample.eventId, seconds]));
}

/** Each second by itself, by trying every sample: slow, and plainly right. */
function wonSecondBySecond(given: Sample[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let second = HOUR; second < HOUR + HOUR_S; second++) {
    const [winner] = given
      .filter((sample) => sample.end - sample.intervalS <= second && second < sample.end)
      .sort(
        (a, b) =>
          b.inputEvents / b.intervalS - a.inputEvents / a.intervalS ||
          b.end - a.end ||
          (`${a.deviceId} ${a.eventId}` < `${b.deviceId} ${b.eventId}` ? -1 : 1),
      );
    if (winner) counts.set(winner.eventId, (counts.get(winner.eventId) ?? 0) + 1);
  }
  return counts;
}

function sample(given: Partial<Sample>): Sample {
  return { deviceId: "a", eventId: "e", end: HOUR + 60, intervalS: 60, inputEvents: 0, ...given };
}

describe("secondsWon", () => {
  it("gives every covered second to exactly one sample: the one that second by second comparison names", () => {
    fc.assert(
      fc.property(samples, (given) => {
        expect(won(given)).toEqual(wonSecondBySecond(given));
      }),
      { numRuns: 60 },
    );
  });

  it("never sums to more than the hour, and does not depend on the order of samples", () => {
    fc.assert(
      fc.property(samples, fc.infiniteStream(fc.nat()), (given, order) => {
        const counts = won(given);
        const total = [...counts.values()].reduce((sum, seconds) => sum + seconds, 0);
        expect(total).toBeLessThanOrEqual(HOUR_S);
        const shuffled = given
          .map((entry) => ({ entry, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ entry }) => entry);
        expect(won(shuffled)).toEqual(counts);
      }),
    );
  });

  it("gives an overlap to the sample with more input per second, not with more input", () => {
    const typing = sample({ eventId: "typing", end: HOUR + 30, intervalS: 30, inputEvents: 20 });
    const watching = sample({ eventId: "watching", end: HOUR + 600, intervalS: 600, inputEvents: 30 });
    expect(won([watching, typing])).toEqual(
      new Map([
        ["typing", 30],
        ["watching", 570],
      ]),
    );
  });

  it("gives an overlap to the later of two equally busy samples, and then to the lower device", () => {
    const early = sample({ eventId: "early", end: HOUR + 60 });
    const late = sample({ eventId: "late", end: HOUR + 90 });
    expect(won([early, late])).toEqual(
      new Map([
        ["late", 60],
        ["early", 30],
      ]),
    );
    const other = sample({ deviceId: "b", eventId: "a" });
    expect(won([other, early])).toEqual(new Map([["early", 60]]));
  });

  it("counts only the seconds inside the hour", () => {
    const before = sample({ eventId: "before", end: HOUR + 10, intervalS: 60 });
    const after = sample({ eventId: "after", end: HOUR + HOUR_S + 20, intervalS: 60 });
    const touching = sample({ eventId: "touching", end: HOUR, intervalS: 60 });
    const next = sample({ eventId: "next", end: HOUR + HOUR_S + 60, intervalS: 60 });
    expect(won([before, after, touching, next])).toEqual(
      new Map([
        ["before", 10],
        ["after", 40],
      ]),
    );
  });
});

describe("activityOf", () => {
  it("adds up what belongs together and keeps projects, categories and tasks apart", () => {
    const derived = [
      [1, null, "dev.code"],
      [2, "WPS-1", "dev.code"],
      [3, "WPS-1", "dev.code"],
      [4, null, "comm.chat"],
    ] as const;
    const derivations = new Map(
      derived.map(([minute, taskKey, category]) => [
        sample({ eventId: `${minute}`, end: HOUR + minute * 60 }),
        { projectId: "p", category, taskKey },
      ]),
    );
    const activity = activityOf(derivations, HOUR);
    expect(activity.sort((a, b) => a.seconds - b.seconds || (a.category < b.category ? -1 : 1))).toEqual([
      { projectId: "p", category: "comm.chat", taskKey: "", seconds: 60 },
      { projectId: "p", category: "dev.code", taskKey: "", seconds: 60 },
      { projectId: "p", category: "dev.code", taskKey: "WPS-1", seconds: 120 },
    ]);
  });
});
