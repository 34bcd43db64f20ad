import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attribution } from "@/lib/tracker/enrichment/attribution-rules";
import {
  type Correction,
  correctAttribution,
  correctCategory,
  piecesOf,
} from "@/lib/tracker/enrichment/correction-rules";
import { secondsWon } from "@/lib/tracker/enrichment/rules";

const SILENT: Correction = {
  id: "c",
  deviceId: null,
  from: 0,
  to: 0,
  setsProject: false,
  projectId: null,
  setsTask: false,
  taskKey: null,
  category: null,
};

const correction = fc
  .record({
    from: fc.integer({ min: 0, max: 900 }),
    length: fc.integer({ min: 1, max: 400 }),
    deviceId: fc.constantFrom(null, "a", "b"),
    category: fc.constantFrom(null, "design" as const, "idle" as const),
  })
  .map(({ from, length, ...said }): Correction => ({ ...SILENT, ...said, from, to: from + length }));

const sample = fc.record({
  deviceId: fc.constantFrom("a", "b"),
  end: fc.integer({ min: 1, max: 900 }),
  intervalS: fc.integer({ min: 1, max: 300 }),
  inputEvents: fc.constantFrom(null, 0, 40),
});

const BY_DEVICE: Attribution = {
  projectId: "atlas",
  taskKey: "AT-1",
  confidence: 0.9,
  signal: "branch",
  suggestedProjectId: null,
  suggestedTaskKey: null,
};

describe("piecesOf", () => {
  it("cuts a sample into pieces that cover it, each with a single correction", () => {
    fc.assert(
      fc.property(sample, fc.array(correction, { maxLength: 6 }), (given, said) => {
        const pieces = piecesOf(given, said);
        const begin = given.end - given.intervalS;
        expect(pieces.filter(({ isMain }) => isMain)).toHaveLength(1);
        let at = begin;
        for (const { cut, corrections } of pieces) {
          const { from, to } = cut ?? { from: begin, to: given.end };
          expect(from).toBe(at);
          at = to;
          for (let second = from; second < to; second++) {
            const holds = said.filter(
              (each) =>
                each.from <= second &&
                each.to > second &&
                (each.deviceId === null || each.deviceId === given.deviceId),
            );
            expect(corrections).toEqual(holds);
          }
        }
        expect(at).toBe(given.end);
      }),
    );
  });

  it("assigns each second to the same sample as before", () => {
    const samples = fc.array(sample, { maxLength: 8 });
    fc.assert(
      fc.property(samples, fc.array(correction, { maxLength: 4 }), (given, said) => {
        const placed = given.map((each, index) => ({
          sample: { ...each, eventId: `e${index}` },
          presence: "unknown" as const,
        }));
        const won = (of: typeof placed) => {
          const sums: Record<string, number> = {};
          for (const { placed: by, seconds } of secondsWon(of, { from: 0, to: 900 })) {
            sums[by.sample.eventId] = (sums[by.sample.eventId] ?? 0) + seconds;
          }
          return sums;
        };
        const cut = placed.flatMap((whole) =>
          piecesOf(whole.sample, said).map((piece) => ({ ...whole, cut: piece.cut })),
        );
        expect(won(cut)).toEqual(won(placed));
      }),
    );
  });

  it("treats a sample without a second of its own as its start", () => {
    const said = { ...SILENT, from: 100, to: 101, category: "design" as const };
    const [piece] = piecesOf({ deviceId: "a", end: 100, intervalS: 0 }, [said]);
    expect(piece).toMatchObject({ corrections: [said], cut: null, isMain: true });
    expect(piecesOf({ deviceId: "a", end: 101, intervalS: 0 }, [said])[0]?.corrections).toEqual([]);
  });
});

describe("the latest correction", () => {
  const said = (given: Partial<Correction>) => ({ ...SILENT, ...given });
  const none = { suggestedProjectId: null, suggestedTaskKey: null };

  it("wins for category, project and task separately", () => {
    const ruled = { category: "dev.code", ruleId: "built-in/x", presence: "input" } as const;
    const corrections = [
      said({ id: "1", category: "design", setsProject: true, projectId: "web" }),
      said({ id: "2", category: "learn" }),
    ];
    expect(correctCategory(ruled, corrections)).toEqual({
      ...ruled,
      category: "learn",
      ruleId: "correction/2",
    });
    expect(correctAttribution(BY_DEVICE, corrections)).toEqual({
      projectId: "web",
      taskKey: null,
      confidence: 1,
      signal: "correction",
      ...none,
    });
  });

  it("leaves the task with its own project, and takes it along to no other", () => {
    const same = correctAttribution(BY_DEVICE, [said({ setsProject: true, projectId: "atlas" })]);
    expect(same).toMatchObject({ projectId: "atlas", taskKey: "AT-1", confidence: 1 });
    const no = correctAttribution(BY_DEVICE, [said({ setsTask: true })]);
    expect(no).toMatchObject({ projectId: "atlas", taskKey: null });
    expect(correctAttribution(BY_DEVICE, [said({ category: "design" })])).toBe(BY_DEVICE);
  });

  it("turns time away into time present, and the reverse", () => {
    const locked = { category: "idle", ruleId: "built-in/x", presence: "locked" } as const;
    expect(correctCategory(locked, [said({ category: "design" })]).presence).toBe("unknown");
    const busy = { category: "design", ruleId: "built-in/x", presence: "input" } as const;
    expect(correctCategory(busy, [said({ category: "idle" })]).presence).toBe("locked");
  });
});
