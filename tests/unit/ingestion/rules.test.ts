import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeProductEvents, toSeries } from "@/lib/ingestion/rules";

const NOW = new Date("2026-11-20T12:00:00Z");

describe("judgeProductEvents", () => {
  it("reports every event of any upload exactly once", () => {
    const anything = fc.anything({ withBigInt: false, maxDepth: 3 });
    const likely = fc.record(
      {
        event_id: anything,
        type: fc.oneof(fc.string(), anything),
        properties: anything,
        occurred_at: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, likely), { maxLength: 100 }), (sent) => {
        const { valid, rejected } = judgeProductEvents(sent, NOW);
        expect(valid.length + rejected.length).toBe(sent.length);
        expect(new Set(rejected.map(({ index }) => index)).size).toBe(rejected.length);
      }),
    );
  });

  it.each([
    ["2026-10-21T12:00:00.000Z", true],
    ["2026-10-21T11:59:59.999Z", false],
    ["2026-11-21T12:00:00.000Z", true],
    ["2026-11-21T12:00:00.001Z", false],
    ["2026-11-20T14:00:00+02:00", true],
  ])("takes an event of %s: %s", (occurred_at, isTaken) => {
    const { valid } = judgeProductEvents([{ type: "x", occurred_at }], NOW);
    expect(valid.length === 1).toBe(isTaken);
    for (const { occurredAt } of valid) expect(occurredAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
  });
});

describe("toSeries", () => {
  it("loses no event on the way from rows to the plot", () => {
    const buckets = [0, 1, 2].map((hour) => new Date(Date.UTC(2026, 0, 1, hour)));
    const rows = fc.uniqueArray(
      fc.record({ type: fc.string(), bucket: fc.nat(2), count: fc.integer({ min: 1, max: 9 }) }),
      { selector: ({ type, bucket }) => `${bucket} ${type}`, maxLength: 90 },
    );
    fc.assert(
      fc.property(rows, (given) => {
        const { series, other, total } = toSeries(buckets, given);
        const shown = [...series, ...(other ? [other] : [])];
        const sum = shown.flatMap(({ counts }) => counts).reduce((a, b) => a + b, 0);
        expect([sum, total]).toEqual(Array(2).fill(given.reduce((all, { count }) => all + count, 0)));
      }),
    );
  });
});
