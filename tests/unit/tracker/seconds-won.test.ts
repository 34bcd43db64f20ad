import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgesOf } from "@/lib/tracker/activity/rules";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Presence } from "@/lib/tracker/enrichment/presence-rules";
import { activityOf, secondsWon, wholeBucket } from "@/lib/tracker/enrichment/rules";

const BUCKET = 1_780_000_000 - (1_780_000_000 % BUCKET_S);
const ORDER: Presence[] = ["input", "call", "unknown", "no_input", "locked"];

const samples = fc.uniqueArray(
  fc.record({
    deviceId: fc.constantFrom("a", "b", "c"),
    eventId: fc.uuid(),
    end: fc.integer({ min: BUCKET - 700, max: BUCKET + BUCKET_S + 700 }),
    intervalS: fc.integer({ min: 1, max: 600 }),
    inputEvents: fc.constantFrom(null, 0, 0, 1, 60, 2_147_483_647),
    presence: fc.constantFrom(...ORDER),
  }),
  { selector: (sample) => sample.eventId, maxLength: 120 },
);

type Sample = {
  deviceId: string;
  eventId: string;
  end: number;
  intervalS: number;
  inputEvents: number | null;
  presence: Presence;
};

const placed = (given: Sample[]) => given.map(({ presence, ...sample }) => ({ sample, presence }));

function won(given: Sample[], stretch = wholeBucket(BUCKET)): Map<string, number> {
  return new Map(
    Array.from(secondsWon(placed(given), stretch), (each) => [each.placed.sample.eventId, each.seconds]),
  );
}

/** Each second by itself, by trying every sample: slow, and plainly right. */
function wonSecondBySecond(given: Sample[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let second = BUCKET; second < BUCKET + BUCKET_S; second++) {
    const [winner] = given
      .filter((sample) => sample.end - sample.intervalS <= second && second < sample.end)
      .sort(
        (a, b) =>
          ORDER.indexOf(a.presence) - ORDER.indexOf(b.presence) ||
          (b.inputEvents ?? 0) / b.intervalS - (a.inputEvents ?? 0) / a.intervalS ||
          b.end - a.end ||
          (`${a.deviceId} ${a.eventId}` < `${b.deviceId} ${b.eventId}` ? -1 : 1),
      );
    if (winner) counts.set(winner.eventId, (counts.get(winner.eventId) ?? 0) + 1);
  }
  return counts;
}

function sample(given: Partial<Sample>): Sample {
  const blank = { deviceId: "a", eventId: "e", end: BUCKET + 60, intervalS: 60, inputEvents: 0 };
  return { ...blank, presence: "no_input", ...given };
}

describe("secondsWon", () => {
  it("gives every covered second to exactly one sample: the same as a second-by-second comparison", () => {
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
        expect(total).toBeLessThanOrEqual(BUCKET_S);
        const shuffled = given
          .map((entry) => ({ entry, at: order.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ entry }) => entry);
        expect(won(shuffled)).toEqual(counts);
      }),
    );
  });

  it("gives an overlap to the sample with more input per second, not with more input", () => {
    const typing = sample({ eventId: "typing", end: BUCKET + 30, intervalS: 30, inputEvents: 20 });
    const watching = sample({ eventId: "watching", end: BUCKET + 600, intervalS: 600, inputEvents: 30 });
    expect(won([watching, typing])).toEqual(
      new Map([
        ["typing", 30],
        ["watching", 570],
      ]),
    );
  });

  it("gives an overlap to the later of two equally busy samples, and then to the lower device", () => {
    const early = sample({ eventId: "early", end: BUCKET + 60 });
    const late = sample({ eventId: "late", end: BUCKET + 90 });
    expect(won([early, late])).toEqual(
      new Map([
        ["late", 60],
        ["early", 30],
      ]),
    );
    const other = sample({ deviceId: "b", eventId: "a" });
    expect(won([other, early])).toEqual(new Map([["early", 60]]));
  });

  it.each(ORDER.slice(1).map((weaker, index) => [ORDER[index], weaker] as const))(
    "gives an overlap to %s before %s, however busy and late the other is",
    (stronger, weaker) => {
      const one = sample({ eventId: "one", presence: stronger ?? "input" });
      const other = sample({ eventId: "other", presence: weaker, inputEvents: 1_000, end: BUCKET + 61 });
      const expected = new Map([
        ["one", 60],
        ["other", 1],
      ]);
      expect(won([one, other])).toEqual(expected);
      expect(won([other, one])).toEqual(expected);
    },
  );

  it("leaves a call its half hour beside a locked screen, whose samples end later", () => {
    const minutes = Array.from({ length: 15 }, (_, minute) => BUCKET + (minute + 1) * 60);
    const call = minutes.map((end) => sample({ eventId: `call ${end}`, end, presence: "call" }));
    const locked = minutes.map((end) =>
      sample({ deviceId: "b", eventId: `l ${end}`, end: end + 1, presence: "locked" }),
    );
    const seconds = [...won([...locked, ...call])].filter(([id]) => id.startsWith("call"));
    expect(seconds.reduce((sum, [, each]) => sum + each, 0)).toBe(900);
  });

  it("gives the parts of a bucket what it gives the whole", () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: BUCKET_S }), (given, at) => {
        const parts = [
          won(given, { from: BUCKET, to: BUCKET + at }),
          won(given, { from: BUCKET + at, to: BUCKET + BUCKET_S }),
        ];
        const sums = new Map<string, number>();
        for (const [id, seconds] of parts.flatMap((part) => [...part]))
          sums.set(id, (sums.get(id) ?? 0) + seconds);
        expect(sums).toEqual(won(given));
      }),
    );
  });

  it("counts only the seconds inside the bucket", () => {
    const before = sample({ eventId: "before", end: BUCKET + 10, intervalS: 60 });
    const after = sample({ eventId: "after", end: BUCKET + BUCKET_S + 20, intervalS: 60 });
    const touching = sample({ eventId: "touching", end: BUCKET, intervalS: 60 });
    const next = sample({ eventId: "next", end: BUCKET + BUCKET_S + 60, intervalS: 60 });
    expect(won([before, after, touching, next])).toEqual(
      new Map([
        ["before", 10],
        ["after", 40],
      ]),
    );
  });
});

describe("activityOf", () => {
  const derived = (
    given: Sample[],
    derivation: { projectId: string | null; category: string; taskKey: string | null },
  ) => placed(given).map((each) => ({ ...each, derivation }));

  it("adds up what belongs together and keeps projects, categories and tasks apart, in a settled order", () => {
    const rows = [
      [1, null, "dev.code", "p"],
      [2, "WPS-1", "dev.code", "p"],
      [3, "WPS-1", "dev.code", "p"],
      [4, null, "comm.chat", "p"],
      [5, null, "personal", null],
    ] as const;
    const counted = rows.flatMap(([minute, taskKey, category, projectId]) =>
      derived([sample({ eventId: `${minute}`, end: BUCKET + minute * 60 })], {
        projectId,
        category,
        taskKey,
      }),
    );
    const expected = [
      { projectId: "p", category: "comm.chat", taskKey: null, seconds: 60 },
      { projectId: "p", category: "dev.code", taskKey: "WPS-1", seconds: 120 },
      { projectId: "p", category: "dev.code", taskKey: null, seconds: 60 },
      { projectId: null, category: "personal", taskKey: null, seconds: 60 },
    ].map((row) => ({ ...row, app: null, repository: null }));
    expect(activityOf(counted, wholeBucket(BUCKET))).toEqual(expected);
    expect(activityOf(counted.toReversed(), wholeBucket(BUCKET))).toEqual(expected);
  });

  it("ignores time away, and counts presence beside a locked screen in full", () => {
    const away = derived(
      [sample({ eventId: "away", end: BUCKET + 120, intervalS: 120, presence: "locked" })],
      {
        projectId: null,
        category: "idle",
        taskKey: null,
      },
    );
    const here = derived([sample({ eventId: "here" })], {
      projectId: "p",
      category: "dev.code",
      taskKey: null,
    });
    expect(activityOf(away, wholeBucket(BUCKET))).toEqual([]);
    expect(activityOf([...away, ...here], wholeBucket(BUCKET)).map(({ seconds }) => seconds)).toEqual([60]);
  });
});

describe("the edges of a range", () => {
  it("are the buckets that lie in it in part alone, and with the whole ones make up the range", () => {
    const second = fc.integer({ min: BUCKET, max: BUCKET + 5 * BUCKET_S });
    fc.assert(
      fc.property(second, second, (a, b) => {
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        const edges = edgesOf(range);
        for (const { bucket, stretch } of edges) {
          expect(stretch.to - stretch.from).toBeLessThan(BUCKET_S);
          expect(stretch.from).toBeGreaterThanOrEqual(bucket);
          expect(stretch.to).toBeLessThanOrEqual(bucket + BUCKET_S);
        }
        const whole = Math.floor(range.to / BUCKET_S) - Math.ceil(range.from / BUCKET_S);
        const parts = edges.reduce((sum, { stretch }) => sum + stretch.to - stretch.from, 0);
        expect(Math.max(0, whole) * BUCKET_S + parts).toBe(range.to - range.from);
      }),
    );
  });
});
