import { formatDuration } from "@/lib/ui/kit/time/day";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import type { Period } from "@/lib/ui/time/periods";

/** Days are formatted in UTC, so that no zone can shift them. */
function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(readerLocale(), { ...options, timeZone: "UTC" }).format(new Date(day));
}

/** A period's title, and its days in words. */
export function periodTitle({ kind, name, from, to }: Period): { title: string; note: string } {
  if (kind === "month") {
    return { title: written(from, { month: "long" }), note: name.slice(0, 4) };
  }
  if (kind === "year") return { title: name, note: "January to December" };
  const days = new Intl.DateTimeFormat(readerLocale(), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return { title: `Week ${Number(name.slice(-2))}`, note: days.formatRange(new Date(from), new Date(to)) };
}

/** A bar's short label, and its full one. */
export function barLabel(kind: Period["kind"], from: string): { short: string; long: string } {
  if (kind === "year") {
    return {
      short: written(from, { month: "short" }),
      long: written(from, { month: "long", year: "numeric" }),
    };
  }
  const long = written(from, { weekday: "long", day: "numeric", month: "long" });
  return kind === "week"
    ? { short: written(from, { weekday: "short", day: "numeric" }), long }
    : { short: String(Number(from.slice(8))), long };
}

/** `Monday`; Monday is number 1. */
export function weekdayName(weekday: number, length: "long" | "short" = "long"): string {
  // 5 January 2026 was a Monday.
  return written(`2026-01-${String(4 + weekday).padStart(2, "0")}`, { weekday: length });
}

type Before = { from: string; to: string; isCut: boolean };

/** The previous period for use in a sentence: `the week before`, `October up to the same day`. */
export function beforeName({ kind }: Period, { from, isCut }: Before): string {
  const name = {
    week: "the week before",
    month: written(from, { month: "long", year: "numeric" }),
    year: from.slice(0, 4),
  }[kind];
  return isCut ? `${name}, up to the same day` : name;
}

/** `2 h 5 min more than the week before (20 h 10 min)`. */
export function difference(seconds: number, before: number, name: string): string {
  if (before === 0) return seconds === 0 ? "" : `Nothing was recorded in ${name}.`;
  // Less than a minute is not worth mentioning.
  const minutes = Math.round((seconds - before) / 60);
  const than = `${name} (${formatDuration(before)})`;
  if (minutes === 0) return `As much as in ${than}.`;
  return `${formatDuration(Math.abs(minutes) * 60)} ${minutes > 0 ? "more" : "less"} than in ${than}.`;
}

/** `+1 h 5 min`, `−20 min`, `0`. */
export function signed(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes === 0) return "0";
  return `${minutes > 0 ? "+" : "−"}${formatDuration(Math.abs(minutes) * 60)}`;
}
