import { hoursIn, offsetName, rangeOfDay, timeIn } from "@/lib/tracker/days/rules";

const USUAL_HOURS = { first: "08", last: "17" };

export type Hour<Row> = { start: Date; label: string; row: Row | null };

/**
 * The hours of a day to draw, by a zone's clocks: from the first to the last with activity, and at least those of a
 * usual working day, so that a quiet morning shows as one. An hour that the clocks repeat in autumn is drawn twice,
 * with different labels.
 */
export function hoursToDraw<Row extends { key: string }>(
  rows: readonly Row[],
  day: string,
  zone: string,
): Hour<Row>[] {
  const range = rangeOfDay(day, zone);
  if (range === null) return [];
  const byInstant = new Map(rows.map((row) => [Date.parse(row.key), row]));
  const ofDay = hoursIn(zone, range.from, range.to).map((hour) => hour.getTime());
  const instants = [...new Set([...ofDay, ...byInstant.keys()])].sort((a, b) => a - b);
  const hours = instants.map((instant) => {
    const start = new Date(instant);
    return { start, label: timeIn(zone, start).slice(11), row: byInstant.get(instant) ?? null };
  });
  const isShown = hours.map(
    ({ label, row }) =>
      row !== null || (label.slice(0, 2) >= USUAL_HOURS.first && label.slice(0, 2) <= USUAL_HOURS.last),
  );
  const shown = hours.slice(isShown.indexOf(true), isShown.lastIndexOf(true) + 1);
  return shown.map((hour) => {
    const isRepeated = hours.filter(({ label }) => label === hour.label).length > 1;
    return isRepeated ? { ...hour, label: `${hour.label} ${offsetName(hour.start, zone)}` } : hour;
  });
}
