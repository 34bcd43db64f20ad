/*
 * Days as the reader sees them, in the reader's zone. A day is written `2026-11-20`; it has 23 or 25 hours when the
 * clocks change, so days are counted by the calendar and never by 24 hours.
 */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_MS = 3_600_000;
const HOUR_S = 3_600;
const MINUTE_S = 60;
const USUAL_FIRST_HOUR = 8;
const USUAL_LAST_HOUR = 17;

/** The day that an instant lies in. */
export function dayOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${String(at.getFullYear()).padStart(4, "0")}-${month}-${day}`;
}

/** The midnight that a day begins with, or null when the text is no day of the calendar. */
export function startOfDay(day: string): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  return dayOf(start) === day ? start : null;
}

/** The day a number of days later, or earlier when negative. */
export function addDays(start: Date, days: number): Date {
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + days);
}

/** `6 h 12 min`, `45 min`, `< 1 min`; seconds in. */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < MINUTE_S) return "< 1 min";
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

type HourRow = { key: string; by_category: Record<string, number> };

/**
 * The hours to draw: every one between the first and the last that has activity, and those of a usual working day in
 * any case, so that a quiet morning is seen to be quiet. Hours are told apart by instant: the one that the clocks
 * repeat in autumn is two.
 */
export function hoursToDraw<Row extends HourRow>(
  rows: Row[],
  start: Date,
): { start: Date; row: Row | null }[] {
  const byInstant = new Map(rows.map((row) => [Date.parse(row.key), row]));
  const [year, month, date] = [start.getFullYear(), start.getMonth(), start.getDate()];
  const usual = [USUAL_FIRST_HOUR, USUAL_LAST_HOUR].map((hour) =>
    new Date(year, month, date, hour).getTime(),
  );
  // In zones off by half an hour the server's hours begin at the half: keep to their beat.
  const some = byInstant.keys().next().value;
  const offset = some === undefined ? 0 : (some - start.getTime()) % HOUR_MS;
  const instants = [...byInstant.keys(), ...usual.map((instant) => instant + offset)];
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  const count = Math.round((last - first) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const instant = first + index * HOUR_MS;
    return { start: new Date(instant), row: byInstant.get(instant) ?? null };
  });
}

/** Seconds by category over all hours, the largest first. */
export function totalsByCategory(rows: HourRow[]): { category: string; seconds: number }[] {
  const totals = new Map<string, number>();
  for (const { by_category } of rows) {
    for (const [category, seconds] of Object.entries(by_category)) {
      totals.set(category, (totals.get(category) ?? 0) + seconds);
    }
  }
  return [...totals]
    .map(([category, seconds]) => ({ category, seconds }))
    .sort((a, b) => b.seconds - a.seconds || a.category.localeCompare(b.category));
}
