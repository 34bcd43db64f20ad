import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";

/*
 * Days and hours as the clocks of a time zone show them. A day is written `2026-11-20`. It has 23, 25 or, at Lord Howe,
 * 23.5 hours when the clocks change, so days are counted by the calendar and never by 24 hours. Zones are off from UTC
 * by whole quarters of an hour, and change at such, so that no quarter of an hour ever lies in two days or two hours.
 */

const QUARTER_MS = 15 * MINUTE_MS;
/** No zone is further from UTC: Kiritimati is 14 hours ahead. */
const OFFSET_MS_MAX = 15 * HOUR_MS;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** There are about 600 zones, and their names are accepted in any case. */
const CLOCKS_KEPT_MAX = 700;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    if (clocks.size >= CLOCKS_KEPT_MAX) clocks.clear();
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Those of about two months. */
const OFFSETS_KEPT_MAX = 6_000;

const offsets = new Map<string, number>();

/** A zone's offset from UTC at an instant, in ms; negative if behind. It looks up the zone once per quarter of an hour. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const key = `${quarter} ${zone}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const parts = new Map(
      clockOf(zone)
        .formatToParts(quarter)
        .map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    offset =
      Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
      quarter;
    if (offsets.size >= OFFSETS_KEPT_MAX) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * The time that a zone's clocks show at an instant, as the instant at which UTC clocks show the same; both in ms since
 * 1970.
 */
function shownAt(instant: number, zone: string): number {
  return Math.floor(instant / 1_000) * 1_000 + offsetAt(instant, zone);
}

/** In the order in which `weekClock` counts them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/**
 * The stretches of a range in which a zone's offset from UTC doesn't change, in order: when each begins, and the offset
 * in ms. It looks up the zone about once per day of the range.
 */
export function offsetsIn(zone: string, from: Date, to: Date): { from: Date; offsetMs: number }[] {
  const begin = Math.floor(from.getTime() / QUARTER_MS) * QUARTER_MS;
  const offsets = [{ from: new Date(begin), offsetMs: offsetAt(begin, zone) }];
  for (let before = begin; before < to.getTime(); before += DAY_MS) {
    const offsetMs = offsetAt(before + DAY_MS, zone);
    if (offsetMs === offsets.at(-1)?.offsetMs) continue;
    let [old, changed] = [before, before + DAY_MS];
    while (changed - old > QUARTER_MS) {
      const middle = old + Math.floor((changed - old) / 2 / QUARTER_MS) * QUARTER_MS;
      if (offsetAt(middle, zone) === offsetMs) changed = middle;
      else old = middle;
    }
    if (changed < to.getTime()) offsets.push({ from: new Date(changed), offsetMs });
  }
  return offsets;
}

const MINUTES_PER_DAY = 1_440;

/**
 * Returns a function that gives, for an instant in ms since 1970, the minutes since Monday's midnight by a zone's
 * clocks.
 */
export function weekClock(zone: string): (at: number) => number {
  return (at) => {
    const shown = new Date(at + offsetAt(at, zone));
    const daysSinceMonday = (shown.getUTCDay() + 6) % 7;
    return daysSinceMonday * MINUTES_PER_DAY + shown.getUTCHours() * 60 + shown.getUTCMinutes();
  };
}

/** The day of an instant in a zone. */
export function dayIn(zone: string, at: Date): string {
  return new Date(shownAt(at.getTime(), zone)).toISOString().slice(0, 10);
}

/** The day that is a number of days later; earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The first instant of a day: midnight, or what follows it if the clocks skip midnight. Null for a date that does not
 * exist, or that the zone skipped.
 */
export function startOfDay(day: string, zone: string): Date | null {
  const midnight = DAY.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  let [before, from] = [midnight - OFFSET_MS_MAX, midnight + OFFSET_MS_MAX];
  while (from - before > QUARTER_MS) {
    const middle = before + Math.floor((from - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (shownAt(middle, zone) < midnight) before = middle;
    else from = middle;
  }
  return dayIn(zone, new Date(from)) === day ? new Date(from) : null;
}

/** The instants between which a day lies; null as for `startOfDay`. */
export function rangeOfDay(day: string, zone: string): { from: Date; to: Date } | null {
  const from = startOfDay(day, zone);
  if (from === null) return null;
  for (let days = 1; ; days++) {
    const to = startOfDay(shiftDay(day, days), zone);
    if (to !== null) return { from, to };
  }
}

/**
 * The instants at which the hours of a range begin, the first at or before `from`. Where the clocks change, the rest of
 * the hour before and what follows count as two, so the hour that autumn repeats is there twice.
 */
export function hoursIn(zone: string, from: Date, to: Date): Date[] {
  const quarter = Math.floor(from.getTime() / QUARTER_MS) * QUARTER_MS;
  const offset = offsetAt(quarter, zone);
  let begin = quarter - ((((quarter + offset) % HOUR_MS) + HOUR_MS) % HOUR_MS);
  // The clocks may have changed within this hour.
  while (offsetAt(begin, zone) !== offset) begin += QUARTER_MS;
  const hours: Date[] = [];
  while (begin < to.getTime()) {
    hours.push(new Date(begin));
    const now = offsetAt(begin, zone);
    let next = begin + HOUR_MS - ((((begin + now) % HOUR_MS) + HOUR_MS) % HOUR_MS);
    if (offsetAt(next - 1, zone) !== now) {
      next = begin + QUARTER_MS;
      while (offsetAt(next, zone) === now) next += QUARTER_MS;
    }
    begin = next;
  }
  return hours;
}

/** `UTC`, `UTC+05:30`, `UTC-03:00`: a zone's offset at an instant. */
export function offsetName(at: Date, zone: string): string {
  const minutes = Math.round(offsetAt(at.getTime(), zone) / MINUTE_MS);
  if (minutes === 0) return "UTC";
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `2026-11-20 09:30`: what the clocks of a zone show at an instant. */
export function timeIn(zone: string, at: Date): string {
  return new Date(shownAt(at.getTime(), zone)).toISOString().slice(0, 16).replace("T", " ");
}

/** No zone's clocks go back by more: those of Troll, in Antarctica, do by two hours. */
const GO_BACK_MS_MAX = 2 * HOUR_MS;

/** Whether a zone's clocks show the time of an instant twice: in autumn, before and after they go back. */
export function isShownTwice(zone: string, at: Date): boolean {
  const instant = at.getTime();
  const now = offsetAt(instant, zone);
  return [-GO_BACK_MS_MAX, GO_BACK_MS_MAX].some((away) => {
    const change = now - offsetAt(instant + away, zone);
    return change * away > 0 && offsetAt(instant + change, zone) === now - change;
  });
}

/** `11 minutes ahead`, `2 hours behind`: how far off a clock is, in the most suitable unit. */
export function skewText(skewS: number): string {
  const size = Math.abs(skewS);
  const units = [
    { name: "day", s: 86_400 },
    { name: "hour", s: 3_600 },
    { name: "minute", s: 60 },
  ];
  const { name, s } = units.find((unit) => size >= unit.s) ?? { name: "second", s: 1 };
  const count = Math.round(size / s);
  return `${count} ${name}${count === 1 ? "" : "s"} ${skewS < 0 ? "behind" : "ahead"}`;
}
