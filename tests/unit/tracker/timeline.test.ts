import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Presence } from "@/lib/tracker/enrichment/presence-rules";
import { secondsWon, wholeBucket } from "@/lib/tracker/enrichment/rules";
import {
  gapsOf,
  meetingsOf,
  type Piece,
  piecesOf,
  type Shown,
  type Span,
  spansOf,
  totalsOf,
  withinMax,
} from "@/lib/tracker/timeline/rules";

const BUCKET = 1_780_000_000 - (1_780_000_000 % BUCKET_S);
const PRESENCES: Presence[] = ["input", "call", "unknown", "no_input", "locked"];

const FACTS = {
  category: "dev.code",
  projectId: null,
  taskKey: null,
  appName: "Code",
  suggestedProjectId: null,
  suggestedTaskKey: null,
  isCorrected: false,
};

let ids = 0;

/** A sample of the minute before a second of the bucket. */
function aShown(given: {
  end: number;
  intervalS?: number;
  deviceId?: string;
  category?: string;
  appName?: string;
  title?: string | null;
  call?: string | null;
  presence?: Presence;
  inputEvents?: number | null;
}): Shown {
  const { end, intervalS = 60, deviceId = "a", category = "dev.code", appName = "Code" } = given;
  const id = String(++ids);
  return {
    sample: {
      id,
      eventId: id,
      deviceId,
      end: BUCKET + end,
      intervalS,
      inputEvents: given.inputEvents ?? null,
    },
    presence: given.presence ?? "unknown",
    facts: { ...FACTS, category, appName },
    title: given.title ?? null,
    call: given.call ?? null,
  };
}

const all = (lanes: Map<string, Piece[]>) => [...lanes.values()].flat();
const spansIn = (shown: Shown[]) => [...piecesOf(shown, wholeBucket(BUCKET)).values()].flatMap(spansOf);
const seen = ({ from, to }: { from: number; to: number }) => [from - BUCKET, to - BUCKET];

const anyShown = fc
  .record({
    deviceId: fc.constantFrom("a", "b", "c"),
    end: fc.integer({ min: -100, max: BUCKET_S + 300 }),
    intervalS: fc.integer({ min: 1, max: 600 }),
    category: fc.constantFrom("dev.code", "comm.chat", "idle"),
    presence: fc.constantFrom(...PRESENCES),
    inputEvents: fc.constantFrom(null, 0, 1, 60),
  })
  .map(aShown);

describe("lanes", () => {
  it("count each second for the sample that the sums give it to, whatever the order of samples", () => {
    fc.assert(
      fc.property(fc.array(anyShown, { maxLength: 60 }), (shown) => {
        const stretch = wholeBucket(BUCKET);
        const counted = new Map<string, number>();
        for (const { seconds, shown: each } of all(piecesOf(shown, stretch))) {
          if (seconds > 0) counted.set(each.sample.id, (counted.get(each.sample.id) ?? 0) + seconds);
        }
        const won = Array.from(
          secondsWon(shown, stretch),
          ({ placed, seconds }) => [placed.sample.id, seconds] as const,
        );
        expect(counted).toEqual(new Map(won));
        const again = totalsOf([...piecesOf(shown.toReversed(), stretch).values()].flatMap(spansOf));
        expect(again).toEqual(totalsOf([...piecesOf(shown, stretch).values()].flatMap(spansOf)));
      }),
    );
  });

  it("show of each device exactly the seconds that its samples cover, once, in order", () => {
    fc.assert(
      fc.property(fc.array(anyShown, { maxLength: 60 }), (shown) => {
        for (const [deviceId, pieces] of piecesOf(shown, wholeBucket(BUCKET))) {
          const drawn = pieces.flatMap(({ from, to }) =>
            Array.from({ length: to - from }, (_, second) => from + second),
          );
          const covered = Array.from({ length: BUCKET_S }, (_, second) => BUCKET + second).filter((second) =>
            shown.some(
              ({ sample }) =>
                sample.deviceId === deviceId &&
                sample.end - sample.intervalS <= second &&
                second < sample.end,
            ),
          );
          expect(drawn).toEqual(covered);
        }
      }),
    );
  });
});

describe("spans", () => {
  it("are runs of samples that show the same, though some came a second late", () => {
    const [one, ...others] = spansIn([
      aShown({ end: 60 }),
      aShown({ end: 121 }),
      aShown({ end: 181 }),
      aShown({ end: 241, appName: "Terminal" }),
      aShown({ end: 400, appName: "Terminal" }),
    ]);
    expect(one && { ...one, at: seen(one) }).toMatchObject({ at: [0, 181], samples: 3, seconds: 180 });
    // A minute and more without samples is none of the same span.
    expect(others.map(seen)).toEqual([
      [181, 241],
      [340, 400],
    ]);
  });

  it("are named after what was shown longest, and link to a sample of it", () => {
    const [short, long, more] = [
      aShown({ end: 60, title: "mail.ts" }),
      aShown({ end: 120, title: "total.ts" }),
      aShown({ end: 180, title: "total.ts" }),
    ];
    expect(spansIn([short, long, more])).toMatchObject([
      { title: "total.ts", sampleId: long.sample.id, samples: 3 },
    ]);
  });

  it("are at most so many: beyond that, stretches show what filled most of them", () => {
    const lane = (deviceId: string) => ({
      deviceId,
      spans: spansOf(
        Array.from({ length: 900 }, (_, second) => ({
          from: BUCKET + second,
          to: BUCKET + second + 1,
          seconds: 1,
          shown: aShown({ end: 0, deviceId, appName: second % 3 === 0 ? "Terminal" : "Code" }),
        })),
      ),
    });
    const lanes = [lane("a"), lane("b")];
    const whole = withinMax(lanes, { spansMax: 10_000, gridS: 60 });
    expect(whole).toEqual({ lanes, resolutionS: 1 });
    const few = withinMax(lanes, { spansMax: 40, gridS: 60 });
    expect(few.resolutionS).toBe(60);
    for (const { spans } of few.lanes) {
      expect(spans.map(({ facts }) => facts.appName)).toEqual(["Code"]);
      expect(spans.map(seen)).toEqual([[0, 900]]);
      expect(spans.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(900);
    }
  });

  it("stay at most so many, in order and apart, whatever there is", () => {
    const span = fc.record({ length: fc.integer({ min: 1, max: 400 }), app: fc.constantFrom("A", "B", "C") });
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 30 }),
        (given, spansMax) => {
          let at = BUCKET;
          const spans = given.map(({ length, app }): Span => {
            const from = at;
            at += length;
            const facts = { ...FACTS, appName: app };
            return { from, to: at, facts, title: null, sampleId: "1", samples: 1, seconds: length };
          });
          const { lanes } = withinMax([{ spans }], { spansMax, gridS: 60 });
          const shown = lanes[0]?.spans ?? [];
          expect(shown.length).toBeLessThanOrEqual(spansMax);
          expect([shown[0]?.from, shown.at(-1)?.to]).toEqual([BUCKET, at]);
          shown.slice(1).forEach(({ from }, index) => {
            expect(from).toBeGreaterThanOrEqual(shown[index]?.to ?? 0);
          });
        },
      ),
    );
  });
});

describe("a day's calls and breaks", () => {
  it("are one meeting where a call is interrupted for a moment only", () => {
    const calls = [60, 120, 300].map((end) => aShown({ end, call: "Zoom", category: "comm.meeting" }));
    const other = aShown({ end: 500, call: "Teams", category: "comm.meeting" });
    const pieces = all(piecesOf([...calls, other], wholeBucket(BUCKET)));
    expect(meetingsOf(pieces).map((each) => [each.app, ...seen(each)])).toEqual([
      ["Zoom", 0, 120],
      ["Zoom", 240, 300],
      ["Teams", 440, 500],
    ]);
  });

  it("are gaps where no device saw anybody for five minutes", () => {
    const spans = spansIn([
      aShown({ end: 60 }),
      aShown({ end: 400, intervalS: 300, category: "idle" }),
      aShown({ end: 700, deviceId: "b" }),
      aShown({ end: 900 }),
    ]);
    expect(gapsOf(spans).map(seen)).toEqual([[60, 640]]);
    expect(gapsOf([])).toEqual([]);
  });
});
