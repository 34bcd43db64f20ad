import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/lib/platform/limits";
import {
  dayIn,
  hoursIn,
  offsetName,
  offsetsIn,
  rangeOfDay,
  shiftDay,
  startOfDay,
  timeIn,
  weekClock,
} from "@/lib/tracker/days/rules";

/** zone, a day, when it begins, how many hours it has; usual days and both changes of the clocks. */
const DAYS: [zone: string, day: string, from: string, hours: number][] = [
  ["UTC", "2026-11-17", "2026-11-17T00:00:00.000Z", 24],
  ["Asia/Kolkata", "2026-11-17", "2026-11-16T18:30:00.000Z", 24],
  ["Asia/Kolkata", "2026-11-18", "2026-11-17T18:30:00.000Z", 24],
  ["Asia/Kathmandu", "2026-11-17", "2026-11-16T18:15:00.000Z", 24],
  ["Pacific/Kiritimati", "2026-11-17", "2026-11-16T10:00:00.000Z", 24],
  ["Etc/GMT+12", "2026-11-17", "2026-11-17T12:00:00.000Z", 24],
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
  ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5],
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
  ["Australia/Adelaide", "2026-04-05", "2026-04-04T13:30:00.000Z", 25],
  ["Australia/Adelaide", "2026-10-04", "2026-10-03T14:30:00.000Z", 23],
  // The clocks of Lebanon skip midnight.
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z", 23],
];

describe("a day", () => {
  it.each(DAYS)("of %s, %s, begins at %s and has %d hours", (zone, day, begin, hours) => {
    const range = rangeOfDay(day, zone);
    if (range === null) throw new Error(`${day} is no day`);
    expect(range.from.toISOString()).toBe(begin);
    expect((range.to.getTime() - range.from.getTime()) / HOUR_MS).toBe(hours);
    expect(dayIn(zone, range.from)).toBe(day);
    expect(dayIn(zone, new Date(range.from.getTime() - 1))).toBe(shiftDay(day, -1));
    expect(dayIn(zone, new Date(range.to.getTime() - 1))).toBe(day);
  });

  it.each(["", "2026-2-1", "2026-02-30", "2026-13-01", "20261120", "2026-11-20T00:00:00Z"])(
    "is not %j",
    (text) => {
      expect(startOfDay(text, "Europe/Berlin")).toBeNull();
    },
  );

  it("that a zone skipped does not exist, and the one before it ends where the next begins", () => {
    expect(startOfDay("2011-12-30", "Pacific/Apia")).toBeNull();
    expect(rangeOfDay("2011-12-29", "Pacific/Apia")?.to).toEqual(startOfDay("2011-12-31", "Pacific/Apia"));
  });

  it("crosses the ends of months and years", () => {
    expect(shiftDay("2026-12-31", 1)).toBe("2027-01-01");
    expect(shiftDay("2028-03-01", -1)).toBe("2028-02-29");
  });
});

describe("the hours of a range", () => {
  it.each(DAYS)(
    "of a day of %s, %s, are its own, without gap or overlap, at the full hour but for a change",
    (zone, day) => {
      const range = rangeOfDay(day, zone);
      if (range === null) throw new Error(`${day} is no day`);
      const hours = hoursIn(zone, range.from, range.to);
      expect(hours[0]).toEqual(range.from);
      const ends = [...hours.slice(1), range.to];
      const lengths = hours.map((hour, index) => ((ends[index]?.getTime() ?? 0) - hour.getTime()) / HOUR_MS);
      expect(lengths.every((length) => length > 0 && length <= 1)).toBe(true);
      expect(hours.filter((hour) => !timeIn(zone, hour).endsWith(":00")).length).toBeLessThanOrEqual(1);
      const names = hours.map((hour) => `${timeIn(zone, hour)} ${offsetName(hour, zone)}`);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it("distinguish the repeated hour of autumn, and Lord Howe's half hour", () => {
    const named = (zone: string, from: string, to: string) =>
      hoursIn(zone, new Date(from), new Date(to)).map(
        (hour) => `${timeIn(zone, hour)} ${offsetName(hour, zone)}`,
      );
    expect(named("Europe/Berlin", "2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z")).toEqual([
      "2026-10-25 02:00 UTC+02:00",
      "2026-10-25 02:00 UTC+01:00",
      "2026-10-25 03:00 UTC+01:00",
    ]);
    expect(named("Australia/Lord_Howe", "2026-04-04T14:00:00Z", "2026-04-04T16:30:00Z")).toEqual([
      "2026-04-05 01:00 UTC+11:00",
      "2026-04-05 01:30 UTC+10:30",
      "2026-04-05 02:00 UTC+10:30",
    ]);
  });

  it("begin with the hour that the range begins in", () => {
    const [first] = hoursIn(
      "Asia/Kathmandu",
      new Date("2026-11-17T10:37:12Z"),
      new Date("2026-11-17T10:38:00Z"),
    );
    expect(first?.toISOString()).toBe("2026-11-17T10:15:00.000Z");
  });

  it("are in order and cover every quarter, wherever a range begins", () => {
    const zones = [...new Set(DAYS.map(([zone]) => zone))];
    const begin = fc.integer({
      min: Date.parse("2026-01-01") / 900_000,
      max: Date.parse("2026-12-31") / 900_000,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        begin,
        fc.integer({ min: 1, max: 300 }),
        (zone, quarter, count) => {
          const [from, to] = [new Date(quarter * 900_000), new Date((quarter + count) * 900_000)];
          const hours = hoursIn(zone, from, to).map((hour) => hour.getTime());
          expect(hours[0]).toBeLessThanOrEqual(from.getTime());
          expect(from.getTime() - (hours[0] ?? 0)).toBeLessThan(HOUR_MS);
          for (const [index, hour] of hours.entries()) {
            const next = hours[index + 1] ?? to.getTime();
            expect(next).toBeGreaterThan(hour);
            expect(next - hour).toBeLessThanOrEqual(HOUR_MS);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the offsets of a range", () => {
  it.each([...new Set(DAYS.map(([zone]) => zone))])("give the clocks of %s, a year through", (zone) => {
    const [from, to] = [new Date("2026-01-01T00:00:00Z"), new Date("2027-02-04T00:00:00Z")];
    const offsets = offsetsIn(zone, from, to);
    const clock = weekClock(zone);
    fc.assert(
      fc.property(fc.integer({ min: from.getTime(), max: to.getTime() - 1 }), (at) => {
        const offset = offsets.findLast((each) => each.from.getTime() <= at);
        const shown = new Date(at + (offset?.offsetMs ?? Number.NaN));
        const minutes = ((shown.getUTCDay() + 6) % 7) * 1_440 + shown.getUTCHours() * 60;
        expect(minutes + shown.getUTCMinutes()).toBe(clock(at));
      }),
    );
    expect(offsets.length).toBeLessThan(6);
  });
});
