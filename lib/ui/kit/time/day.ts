/*
 * Days as the reader sees them, in the reader's zone. A day is written `2026-11-20`; it has 23 or 25 hours when the
 * clocks change, so days are counted by the calendar and never by 24 hours.
 */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_S = 3_600;
const MINUTE_S = 60;

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

/** Seconds by category over all hours, the largest first. */
export function totalsByCategory(
  rows: { by_category: Record<string, number> }[],
): { category: string; seconds: number }[] {
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
