import { DAY_MS } from "@/lib/platform/limits";
import { shiftDay } from "@/lib/tracker/days/rules";

/*
 * Calendar weeks, months and years, named as in addresses: `2026-W47`, `2026-11`, `2026`. A week begins on Monday and
 * belongs to the year of its Thursday (ISO 8601). Days are written `2026-11-20`.
 */

export const PERIODS = ["week", "month", "year"] as const;
export type PeriodKind = (typeof PERIODS)[number];

/** A period with its first day and its last. */
export type Period = { kind: PeriodKind; name: string; from: string; to: string };

const WEEK = /^(\d{4})-W(\d{2})$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const YEAR = /^[1-9]\d{3}$/;

/** 0 for Monday. */
export function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function weekOf(day: string): Period {
  const from = shiftDay(day, -weekdayOf(day));
  const thursday = shiftDay(from, 3);
  const year = thursday.slice(0, 4);
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return {
    kind: "week",
    name: `${year}-W${String(number).padStart(2, "0")}`,
    from,
    to: shiftDay(from, 6),
  };
}

function monthOf(day: string): Period {
  const name = day.slice(0, 7);
  const next = shiftDay(`${name}-28`, 4);
  return { kind: "month", name, from: `${name}-01`, to: shiftDay(`${next.slice(0, 7)}-01`, -1) };
}

function yearOf(day: string): Period {
  const name = day.slice(0, 4);
  return { kind: "year", name, from: `${name}-01-01`, to: `${name}-12-31` };
}

const OF = { week: weekOf, month: monthOf, year: yearOf };

/** The period of a kind that contains a day. */
export function periodOf(kind: PeriodKind, day: string): Period {
  return OF[kind](day);
}

/** The period with a name; null if there is none. */
export function readPeriod(kind: PeriodKind, name: string): Period | null {
  if (kind === "month") return MONTH.test(name) ? monthOf(`${name}-01`) : null;
  if (kind === "year") return YEAR.test(name) ? yearOf(`${name}-01-01`) : null;
  const [, year, week] = WEEK.exec(name) ?? [];
  if (year === undefined || year === "0000") return null;
  // 4 January is always in the first week.
  const period = weekOf(shiftDay(`${year}-01-04`, (Number(week) - 1) * 7));
  return period.name === name ? period : null;
}

/** The next or previous period. */
export function neighbour({ kind, from, to }: Period, step: -1 | 1): Period {
  return periodOf(kind, step < 0 ? shiftDay(from, -1) : shiftDay(to, 1));
}

/**
 * What a period is compared with: the previous one; if the period is still running, only as many of its days as have
 * passed.
 * @returns whether it is cut
 */
export function beforeOf(period: Period, today: string): { from: string; to: string; isCut: boolean } {
  const { from, to } = neighbour(period, -1);
  if (today < period.from || today >= period.to) return { from, to, isCut: false };
  const end = shiftDay(from, daysBetween(period.from, today));
  return end < to ? { from, to: end, isCut: true } : { from, to, isCut: false };
}

/** A period's bars: its days, or a year's months; each with its first and last day. */
export function barsOf({ kind, from, to }: Period): { from: string; to: string }[] {
  const bars: { from: string; to: string }[] = [];
  for (let day = from; day <= to; ) {
    const end = kind === "year" ? monthOf(day).to : day;
    bars.push({ from: day, to: end });
    day = shiftDay(end, 1);
  }
  return bars;
}
