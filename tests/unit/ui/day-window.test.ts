import { describe, expect, it } from "vitest";
import { rangeOfDay } from "@/lib/tracker/days/rules";
import { hoursOf, placeIn, windowOf } from "@/lib/ui/time/window";

const aDay = (zone: string, day: string) => {
  const range = rangeOfDay(day, zone);
  if (!range) throw new Error(`${day} is no day`);
  return { ...range, zone };
};
const labels = ({ hours }: { hours: { label: string }[] }) => hours.map(({ label }) => label);

describe("what is drawn of a day", () => {
  it("is a usual working day where there is nothing, and what lies outside of it", () => {
    const day = aDay("Europe/Berlin", "2026-11-17");
    expect([labels(windowOf(day, []))[0], labels(windowOf(day, [])).at(-1)]).toEqual(["08", "17"]);
    const late = windowOf(day, [{ from: "2026-11-17T20:30:00Z", to: "2026-11-17T21:00:00Z" }]);
    expect([labels(late)[0], labels(late).at(-1), hoursOf(late)]).toEqual(["08", "21", 14]);
    expect(placeIn(late, Date.parse("2026-11-17T14:00:00Z"))).toBe(50);
    expect(placeIn(late, 0)).toBe(0);
  });

  it("has the hour twice that autumn repeats, and as many hours as the day", () => {
    const day = aDay("Europe/Berlin", "2026-10-25");
    const whole = windowOf(day, [{ from: day.from.toISOString(), to: day.to.toISOString() }]);
    expect(hoursOf(whole)).toBe(25);
    expect(labels(whole).filter((label) => label === "02")).toHaveLength(2);
  });

  it("begins with the day, where that begins within an hour", () => {
    const day = aDay("Australia/Lord_Howe", "2026-10-04");
    const whole = windowOf(day, [{ from: day.from.toISOString(), to: day.to.toISOString() }]);
    expect([whole.from, whole.to]).toEqual([day.from.getTime(), day.to.getTime()]);
  });
});
