import { describe, expect, it } from "vitest";
import { rangeOfDay } from "@/lib/tracker/days/rules";
import { edgeAt, hoursOf, placeIn, whyNoEdge, windowOf, withEdges } from "@/lib/ui/time/window";

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
    expect(labels(whole).slice(1, 5)).toEqual(["01", "02 +2", "02 +1", "03"]);
  });

  it("begins with the day, where that begins within an hour", () => {
    const day = aDay("Australia/Lord_Howe", "2026-10-04");
    const whole = windowOf(day, [{ from: day.from.toISOString(), to: day.to.toISOString() }]);
    expect([whole.from, whole.to]).toEqual([day.from.getTime(), day.to.getTime()]);
  });

  it("names no hour that a change of the clocks cuts short, for which there is no room", () => {
    const autumn = aDay("Australia/Lord_Howe", "2026-04-05");
    const whole = windowOf(autumn, [{ from: autumn.from.toISOString(), to: autumn.to.toISOString() }]);
    expect(hoursOf(whole)).toBe(24.5);
    expect(labels(whole).slice(0, 4)).toEqual(["00", "01", "", "02"]);
    const spring = aDay("Australia/Lord_Howe", "2026-10-04");
    const short = windowOf(spring, [{ from: spring.from.toISOString(), to: spring.to.toISOString() }]);
    expect(labels(short).slice(0, 4)).toEqual(["00", "01", "", "03"]);
  });
});

describe("an edge of a stretch that is typed as a time", () => {
  const at = (time: string) => Date.parse(time);
  // The clocks go back from 03:00 to 02:00 at 01:00 UTC.
  const autumn = aDay("Europe/Berlin", "2026-10-25");
  const second = { from: at("2026-10-25T01:15:00Z"), to: at("2026-10-25T01:45:00Z") };

  it("may be the midnight that the day ends with", () => {
    const day = aDay("Pacific/Kiritimati", "2026-11-17");
    const evening = { from: at("2026-11-17T08:00:00Z"), to: at("2026-11-17T09:00:00Z") };
    expect(edgeAt(day, evening, "to", "00:00")).toBe(day.to.getTime());
    expect(edgeAt(day, evening, "from", "00:00")).toBe(day.from.getTime());
  });

  it("stays in its hour, where autumn repeats it", () => {
    expect(edgeAt(autumn, second, "to", "02:30")).toBe(at("2026-10-25T01:30:00Z"));
    expect(edgeAt(autumn, second, "from", "02:30")).toBe(at("2026-10-25T01:30:00Z"));
    const both = { from: at("2026-10-25T00:15:00Z"), to: at("2026-10-25T01:30:00Z") };
    expect(edgeAt(autumn, both, "to", "02:20")).toBe(at("2026-10-25T01:20:00Z"));
    expect(edgeAt(autumn, both, "from", "02:10")).toBe(at("2026-10-25T00:10:00Z"));
  });

  it("is none where the clocks never show it, or the stretch would end before it begins", () => {
    expect(edgeAt(aDay("Europe/Berlin", "2026-03-29"), second, "to", "02:30")).toBeNull();
    expect(edgeAt(autumn, second, "to", "01:00")).toBeNull();
    expect(edgeAt(autumn, second, "from", "03:30")).toBeNull();
  });
});

describe("a stretch whose edges are typed", () => {
  const at = (time: string) => Date.parse(time);
  const day = aDay("UTC", "2026-11-17");
  const stretch = { from: at("2026-11-17T10:50:00Z"), to: at("2026-11-17T11:27:00Z"), deviceId: "a" };

  it("takes a beginning after its end once the end is typed too, and the other way round", () => {
    const first = withEdges(day, stretch, { from: "12:00" });
    expect(first).toEqual({ stretch, waiting: { from: "12:00" } });
    const later = { from: at("2026-11-17T12:00:00Z"), to: at("2026-11-17T13:00:00Z"), deviceId: "a" };
    expect(withEdges(day, stretch, { ...first.waiting, to: "13:00" })).toEqual({
      stretch: later,
      waiting: {},
    });
    const earlier = { from: at("2026-11-17T09:00:00Z"), to: at("2026-11-17T10:00:00Z"), deviceId: "a" };
    expect(withEdges(day, stretch, { to: "10:00", from: "09:00" })).toEqual({
      stretch: earlier,
      waiting: {},
    });
  });

  it("says why a time can't be an edge", () => {
    expect(whyNoEdge(day, "from", "12:00")).toBe("Must be before the end");
    expect(whyNoEdge(day, "to", "10:00")).toBe("Must be after the beginning");
    expect(whyNoEdge(day, "to", "")).toBe("Enter a time");
    const spring = aDay("Europe/Berlin", "2026-03-29");
    expect(whyNoEdge(spring, "from", "02:30")).toBe("The clocks skip this time on this day");
  });
});
