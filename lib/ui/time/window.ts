import { hoursIn, timeIn } from "@/lib/tracker/days/rules";

const USUAL_HOURS = { first: "08", last: "17" };
const HOUR_MS = 3_600_000;

/** Which part of a day is drawn, in ms since 1970, and the hours in it that are named. */
export type DayWindow = { from: number; to: number; hours: { at: number; label: string }[] };

type Stretch = { from: string; to: string };

/**
 * The hours of a day that are drawn: all from the first that has something to the last, and those of a usual working day
 * in any case, so that a quiet morning is seen to be quiet.
 */
export function windowOf(day: { from: Date; to: Date; zone: string }, shown: readonly Stretch[]): DayWindow {
  const starts = hoursIn(day.zone, day.from, day.to).map((hour) =>
    Math.max(hour.getTime(), day.from.getTime()),
  );
  const hours = starts.map((at, index) => ({
    at,
    end: starts[index + 1] ?? day.to.getTime(),
    label: timeIn(day.zone, new Date(at)).slice(11, 13),
  }));
  const first = Math.min(...shown.map(({ from }) => Date.parse(from)));
  const last = Math.max(...shown.map(({ to }) => Date.parse(to)));
  const isDrawn = hours.map(
    ({ at, end, label }) =>
      (at < last && end > first) || (label >= USUAL_HOURS.first && label <= USUAL_HOURS.last),
  );
  const drawn = hours.slice(isDrawn.indexOf(true), isDrawn.lastIndexOf(true) + 1);
  return {
    from: drawn[0]?.at ?? day.from.getTime(),
    to: drawn.at(-1)?.end ?? day.to.getTime(),
    hours: drawn.map(({ at, label }) => ({ at, label })),
  };
}

/** Where an instant stands in a window, in percent of its width; at its edge where it lies beyond. */
export function placeIn({ from, to }: DayWindow, at: number): number {
  return (Math.min(Math.max(at, from), to) - from) / ((to - from) / 100);
}

/** How many hours a window has. */
export function hoursOf({ from, to }: DayWindow): number {
  return (to - from) / HOUR_MS;
}
