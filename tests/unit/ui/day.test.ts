import { afterEach, describe, expect, it } from "vitest";
import { hoursToDraw } from "@/lib/ui/home/hours";
import { addDays, dayOf, formatDuration, startOfDay, totalsByCategory } from "@/lib/ui/kit/time/day";

const ZONE = process.env.TZ;

function inZone(zone: string): void {
  process.env.TZ = zone;
}

afterEach(() => {
  if (ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = ZONE;
});

function start(day: string): Date {
  const found = startOfDay(day);
  if (!found) throw new Error(`${day} is no day`);
  return found;
}

describe("a day in the reader's zone", () => {
  it.each(["", "2026-2-1", "2026-02-30", "2026-13-01", "20261120", "2026-11-20T00:00:00Z"])(
    "%j is no day",
    (text) => {
      expect(startOfDay(text)).toBeNull();
    },
  );

  it("begins at local midnight, ahead of UTC and behind it", () => {
    inZone("Asia/Tokyo");
    expect(start("2026-11-20").toISOString()).toBe("2026-11-19T15:00:00.000Z");
    inZone("America/Los_Angeles");
    expect(start("2026-11-20").toISOString()).toBe("2026-11-20T08:00:00.000Z");
  });

  it("has 23 hours in spring and 25 in autumn", () => {
    inZone("Europe/Berlin");
    const hours = (day: string) => (addDays(start(day), 1).getTime() - start(day).getTime()) / 3_600_000;
    expect([hours("2026-03-29"), hours("2026-10-25"), hours("2026-11-20")]).toEqual([23, 25, 24]);
  });

  it("steps over month and year ends and back again", () => {
    expect(dayOf(addDays(start("2026-12-31"), 1))).toBe("2027-01-01");
    expect(dayOf(addDays(start("2028-03-01"), -1))).toBe("2028-02-29");
  });
});

describe("the hours that are drawn", () => {
  const row = (key: string) => ({ key, by_category: { "dev.code": 60 } });

  it("are those of a usual day when there is nothing to draw", () => {
    const labels = hoursToDraw([], "2026-11-20", "Europe/Berlin").map(({ label }) => label);
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([10, "08:00", "17:00"]);
  });

  it("leave no gap between early and late activity, and lose no row", () => {
    const rows = [row("2026-11-20T05:00:00.000Z"), row("2026-11-20T22:00:00.000Z")];
    const hours = hoursToDraw(rows, "2026-11-20", "UTC");
    expect(hours).toHaveLength(18);
    expect(hours.filter((hour) => hour.row !== null).map((hour) => hour.row)).toEqual(rows);
  });

  it("begin at the full hour of the clocks in a zone that is off by half an hour", () => {
    const rows = [row("2026-11-20T04:30:00.000Z"), row("2026-11-20T13:30:00.000Z")];
    const hours = hoursToDraw(rows, "2026-11-20", "Asia/Kolkata");
    expect(hours.filter((hour) => hour.row !== null).map(({ label }) => label)).toEqual(["10:00", "19:00"]);
    expect(hours.every(({ label }) => label.endsWith(":00"))).toBe(true);
  });

  it("tell the two of the hour that autumn repeats apart by their labels", () => {
    const rows = [row("2026-10-25T00:00:00.000Z"), row("2026-10-25T01:00:00.000Z")];
    const hours = hoursToDraw(rows, "2026-10-25", "Europe/Berlin");
    expect(hours.slice(0, 3).map(({ label, row: drawn }) => [label, drawn])).toEqual([
      ["02:00 UTC+02:00", rows[0]],
      ["02:00 UTC+01:00", rows[1]],
      ["03:00", null],
    ]);
  });
});

describe("numbers for people", () => {
  it.each([
    [0, "0 min"],
    [1, "< 1 min"],
    [59, "< 1 min"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 h"],
    [22_320, "6 h 12 min"],
    [86_400, "24 h"],
  ])("%i seconds read %j", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it("categories are summed over the hours, the largest first", () => {
    const rows = [
      { key: "a", by_category: { "comm.chat": 100, "dev.code": 200 } },
      { key: "b", by_category: { "comm.chat": 150, design: 200 } },
    ];
    expect(totalsByCategory(rows)).toEqual([
      { category: "comm.chat", seconds: 250 },
      { category: "design", seconds: 200 },
      { category: "dev.code", seconds: 200 },
    ]);
  });
});
