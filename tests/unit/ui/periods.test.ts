import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shiftDay } from "@/lib/tracker/days/rules";
import {
  barsOf,
  beforeOf,
  daysBetween,
  neighbour,
  PERIODS,
  periodOf,
  readPeriod,
  weekdayOf,
} from "@/lib/ui/time/periods";

const day = fc.integer({ min: -20_000, max: 60_000 }).map((days) => shiftDay("2000-01-01", days));

describe("weeks, months and years", () => {
  it.each([
    ["week", "2026-11-18", "2026-W47", "2026-11-16", "2026-11-22"],
    // A year's first days may be of the last week of the year before, and the other way round.
    ["week", "2027-01-01", "2026-W53", "2026-12-28", "2027-01-03"],
    ["week", "2024-12-30", "2025-W01", "2024-12-30", "2025-01-05"],
    ["month", "2024-02-10", "2024-02", "2024-02-01", "2024-02-29"],
    ["month", "2026-12-31", "2026-12", "2026-12-01", "2026-12-31"],
    ["year", "2026-06-01", "2026", "2026-01-01", "2026-12-31"],
  ] as const)("the %s of %s is %s", (kind, of, name, from, to) => {
    expect(periodOf(kind, of)).toEqual({ kind, name, from, to });
  });

  it("hold the day that they are of, follow each other without a gap, and are read by their names", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...PERIODS), (of, kind) => {
        const period = periodOf(kind, of);
        expect(period.from <= of && of <= period.to).toBe(true);
        expect(readPeriod(kind, period.name)).toEqual(period);
        expect(neighbour(period, 1).from).toBe(shiftDay(period.to, 1));
        expect(neighbour(neighbour(period, 1), -1)).toEqual(period);
        if (kind === "week")
          expect([weekdayOf(period.from), daysBetween(period.from, period.to)]).toEqual([0, 6]);
        const bars = barsOf(period);
        expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([period.from, period.to]);
        bars.slice(1).forEach(({ from }, index) => {
          expect(from).toBe(shiftDay(bars[index]?.to ?? "", 1));
        });
      }),
    );
  });

  it.each([
    ["week", "2026-W54"],
    ["week", "2025-W53"],
    ["week", "2026-W00"],
    ["week", "2026-47"],
    ["week", "0000-W01"],
    ["month", "2026-13"],
    ["month", "2026-1"],
    ["year", "0026"],
    ["year", "next"],
    ["week", ""],
  ] as const)("no %s is %j", (kind, name) => {
    expect(readPeriod(kind, name)).toBeNull();
  });
});

describe("the period to compare with", () => {
  it("has as many days of the one before as have passed", () => {
    const week = periodOf("week", "2026-11-18");
    expect(beforeOf(week, "2026-11-18")).toEqual({ from: "2026-11-09", to: "2026-11-11", isCut: true });
    expect(beforeOf(week, "2026-11-22")).toEqual({ from: "2026-11-09", to: "2026-11-15", isCut: false });
    expect(beforeOf(week, "2026-12-01")).toEqual({ from: "2026-11-09", to: "2026-11-15", isCut: false });
  });

  it("is never longer than the one before is", () => {
    const march = periodOf("month", "2026-03-31");
    expect(beforeOf(march, "2026-03-30")).toEqual({ from: "2026-02-01", to: "2026-02-28", isCut: false });
    expect(beforeOf(march, "2026-03-10")).toEqual({ from: "2026-02-01", to: "2026-02-10", isCut: true });
  });
});
