import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { hoursIn, offsetName, timeIn } from "@/lib/tracker/days/rules";
import { clockIn } from "@/lib/ui/time/words";

const USUAL_HOURS = { first: "08", last: "17" };

/** The part of a day that is drawn, in ms since 1970, and its labelled hours. */
export type DayWindow = { from: number; to: number; hours: { at: number; label: string }[] };

type Stretch = { from: string; to: string };

type Hour = { at: number; end: number; clock: string };

/** `02`; `02 +2` and `02 +1` where autumn repeats it; nothing for the rest of an hour within which the clocks change. */
function labelOf({ at, end, clock }: Hour, zone: string, hours: readonly Hour[]): string {
  if (end - at < HOUR_MS) return "";
  const isRepeated = hours.some(
    (hour) => hour.at !== at && hour.clock === clock && hour.end - hour.at >= HOUR_MS,
  );
  return isRepeated
    ? `${clock} ${offsetName(new Date(at), zone).replace(/^UTC(.)0?(.*?)(:00)?$/, "$1$2")}`
    : clock;
}

/**
 * The hours of a day to draw: from the first with time to the last, and at least those of a usual working day, so that
 * a quiet morning shows as one.
 */
export function windowOf(day: { from: Date; to: Date; zone: string }, shown: readonly Stretch[]): DayWindow {
  const starts = hoursIn(day.zone, day.from, day.to).map((hour) =>
    Math.max(hour.getTime(), day.from.getTime()),
  );
  const hours = starts.map((at, index) => ({
    at,
    end: starts[index + 1] ?? day.to.getTime(),
    clock: timeIn(day.zone, new Date(at)).slice(11, 13),
  }));
  const first = Math.min(...shown.map(({ from }) => Date.parse(from)));
  const last = Math.max(...shown.map(({ to }) => Date.parse(to)));
  const isDrawn = hours.map(
    ({ at, end, clock }) =>
      (at < last && end > first) || (clock >= USUAL_HOURS.first && clock <= USUAL_HOURS.last),
  );
  const drawn = hours.slice(isDrawn.indexOf(true), isDrawn.lastIndexOf(true) + 1);
  return {
    from: drawn[0]?.at ?? day.from.getTime(),
    to: drawn.at(-1)?.end ?? day.to.getTime(),
    hours: drawn.map((hour) => ({ at: hour.at, label: labelOf(hour, day.zone, hours) })),
  };
}

/** An instant's position in a window, in percent of its width; at the edge if it lies outside. */
export function placeIn({ from, to }: DayWindow, at: number): number {
  return (Math.min(Math.max(at, from), to) - from) / ((to - from) / 100);
}

/** A window's length in hours. */
export function hoursOf({ from, to }: DayWindow): number {
  return (to - from) / HOUR_MS;
}

/**
 * The instant nearest to an edge of a stretch at which the day's clocks show a time, be it the midnight that the day ends
 * with; null if they never do so before the stretch's end, or after its beginning.
 */
export function edgeAt(
  { from, to, zone }: { from: Date; to: Date; zone: string },
  stretch: { from: number; to: number },
  edge: "from" | "to",
  clock: string,
): number | null {
  const [first, last] = edge === "from" ? [from.getTime(), stretch.to - 1] : [stretch.from + 1, to.getTime()];
  const distance = (at: number) => Math.abs(at - stretch[edge]);
  let nearest: number | null = null;
  for (let at = from.getTime(); at <= last; at += MINUTE_MS) {
    if (at < first || clockIn(zone, at) !== clock) continue;
    if (nearest === null || distance(at) < distance(nearest)) nearest = at;
  }
  return nearest;
}

export type Edges = { from?: string; to?: string };

/** Why a time that was typed can't be an edge of the stretch. */
export function whyNoEdge(
  day: { from: Date; to: Date; zone: string },
  edge: "from" | "to",
  clock: string,
): string {
  if (clock === "") return "Enter a time";
  const wholeDay = { from: day.from.getTime(), to: day.to.getTime() };
  if (edgeAt(day, wholeDay, edge, clock) === null) return "The clocks skip this time on this day";
  return edge === "from" ? "Must be before the end" : "Must be after the beginning";
}

/**
 * The stretch with the edges that were typed, as far as they can be, and those that can't: a beginning after the old end
 * waits for the new end.
 */
export function withEdges<Stretch extends { from: number; to: number }>(
  day: { from: Date; to: Date; zone: string },
  stretch: Stretch,
  typed: Edges,
): { stretch: Stretch; waiting: Edges } {
  for (const edge of ["from", "to"] as const) {
    const { [edge]: clock, ...others } = typed;
    const at = clock === undefined ? null : edgeAt(day, stretch, edge, clock);
    if (at !== null) return withEdges(day, { ...stretch, [edge]: at }, others);
  }
  return { stretch, waiting: typed };
}
