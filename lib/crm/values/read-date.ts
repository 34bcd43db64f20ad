import { plain, READ_CHARS_MAX } from "@/lib/crm/values/rules";
import type { DateOrder, Formats, Reading } from "@/lib/crm/values/schema";

function isoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  if (month < 1 || month > 12 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A time behind a date, as programs write it where they know no days. */
const TIME =
  /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i;
const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/;
/** `2026年12月31日`, `2026년 12월 31일 목요일` */
const NAMED_PARTS =
  /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일](?: ?(?:\p{L}曜日|星期\p{L}|\p{L}요일))?$/u;
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/;
const NO_DATE = "Not a valid date, such as 2026-11-20";
const SHORT_YEAR = "Write the year with four digits, or say whether the day or the month comes first";

/** What stands between the words of a date. */
const BETWEEN = /[\s,،./’'-]+/;

type Words = {
  /** Months by their names, long and short. */
  months: ReadonlyMap<string, number>;
  /** What else is written in dates: days of the week, and words such as `de`. */
  others: ReadonlySet<string>;
  /** The calendar in which its dates are written, as CLDR names it. */
  calendar: string;
};

const wordsByLocale = new Map<string, Words>();

const wordsOf = (text: string) => text.toLowerCase().split(BETWEEN).filter(Boolean);

/** The words of dates in a locale, beside the English ones. */
function dateWords(locale: string | null): Words {
  const key = locale ?? "en";
  const known = wordsByLocale.get(key);
  if (known) return known;
  const months = new Map<string, number>();
  const others = new Set(["of", "de", "d"]);
  for (const each of new Set([key, "en"])) {
    const formatted = (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
      new Intl.DateTimeFormat(each, { ...options, calendar: "gregory", timeZone: "UTC" }).formatToParts(
        Date.UTC(2026, month - 1, day),
      );
    for (const style of ["long", "short"] as const) {
      for (let month = 1; month <= 12; month++) {
        // Named beside a day, because some languages inflect it there, or put a word before it.
        const part = formatted({ month: style, day: "numeric" }, month, 1).find(
          ({ type }) => type === "month",
        );
        const name = wordsOf(part?.value ?? "").at(-1) ?? "";
        if (/\D/.test(name) && !months.has(name)) months.set(name, month);
      }
      for (let day = 1; day <= 7; day++) {
        for (const { type, value } of [
          ...formatted({ dateStyle: style === "long" ? "full" : "medium" }, 1, day),
          ...formatted({ weekday: style }, 1, day),
        ])
          if (type === "literal" || type === "weekday") for (const word of wordsOf(value)) others.add(word);
      }
    }
  }
  if (!months.has("sept")) months.set("sept", 9);
  const { calendar } = new Intl.DateTimeFormat(key).resolvedOptions();
  const words = { months, others, calendar };
  wordsByLocale.set(key, words);
  return words;
}

/** A cell without what stands around its date: the day of the week before it, and a time behind it. */
function bare(cell: string, locale: string | null): string {
  const text = plain(cell).replace(TIME, "");
  const [day = "", word = ""] = /^(\p{L}+)[.,]* (?=\d)/u.exec(text) ?? [];
  return dateWords(locale).others.has(word.toLowerCase()) ? text.slice(day.length) : text;
}

/** Where dates are written in the Buddhist calendar, 2026 is 2569. No date of ours is as late as that. */
const BUDDHIST_YEARS_AHEAD = 543;
const BUDDHIST_FROM = 2400;
/** Where dates are written in the Persian or an Islamic calendar, 2026 is 1404 or 1447: their days aren't ours. */
const OTHER_CALENDARS_UNTIL = 1600;

/**
 * A year as it is written in a locale: of four digits, or of two as POSIX reads them, 00 to 68 of this century. NaN if
 * it is of a calendar that isn't read.
 */
function yearOf(digits: string, locale: string | null): number {
  const year = Number(digits);
  const { calendar } = dateWords(locale);
  if (digits.length === 2) return calendar === "gregory" ? year + (year < 69 ? 2000 : 1900) : Number.NaN;
  if (calendar === "buddhist") return year < BUDDHIST_FROM ? year : year - BUDDHIST_YEARS_AHEAD;
  return calendar === "gregory" || year > OTHER_CALENDARS_UNTIL ? year : Number.NaN;
}

/** `31 December 2026`, `Thursday, Dec 31, 2026`, `31. Dezember 2026`, `31-Dec-26`. */
function readNamedDate(text: string, { dates, locale }: Formats): Reading | null {
  const { months, others } = dateWords(locale);
  const parts = wordsOf(text).filter((part) => months.has(part) || !others.has(part));
  if (parts.length !== 3) return null;
  const at = parts.findIndex((part) => months.has(part));
  const month = months.get(parts[at] ?? "");
  const [first = "", second = ""] = parts.filter((_, index) => index !== at);
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th|er)?$/;
  const [day, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second];
  if (month === undefined || !/^(?:\d{4}|\d{2})$/.test(year) || !ordinal.test(day)) return null;
  if (year.length === 2 && dates === null) return { fault: SHORT_YEAR };
  const date = isoDate(yearOf(year, locale), month, Number.parseInt(day, 10));
  return date === null ? { fault: NO_DATE } : { value: date };
}

/** The day as it is written; a time behind it is dropped, without turning it into that of another time zone. */
export function readDate(cell: string, formats: Formats): Reading {
  if (cell.length > READ_CHARS_MAX) return { fault: NO_DATE };
  const { dates, locale } = formats;
  const text = bare(cell, locale);
  const named = (date: string | null, fault = NO_DATE): Reading =>
    date === null ? { fault } : { value: date };
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact)
    return named(isoDate(yearOf(compact[1] ?? "", locale), Number(compact[2]), Number(compact[3])));
  const marked = NAMED_PARTS.exec(text);
  if (marked) return named(isoDate(yearOf(marked[1] ?? "", locale), Number(marked[2]), Number(marked[3])));
  const iso = YEAR_FIRST.exec(text);
  if (iso) return named(isoDate(yearOf(iso[1] ?? "", locale), Number(iso[3]), Number(iso[4])));
  const parts = YEAR_LAST.exec(text);
  if (!parts) return readNamedDate(text, formats) ?? { fault: NO_DATE };
  const [first, separator, second, years] = [Number(parts[1]), parts[2], Number(parts[3]), parts[4] ?? ""];
  if (years.length === 2 && dates === null) return { fault: SHORT_YEAR };
  const year = yearOf(years, locale);
  const [dayFirst, monthFirst] = [isoDate(year, second, first), isoDate(year, first, second)];
  if (dates === "day_first") return named(dayFirst, "Not a date whose day comes first");
  if (dates === "month_first") return named(monthFirst, "Not a date whose month comes first");
  // Nowhere are months written first and followed by a dot.
  if (separator === "." || monthFirst === null || monthFirst === dayFirst) return named(dayFirst);
  if (dayFirst === null) return named(monthFirst);
  return { fault: `Can be ${dayFirst} or ${monthFirst}: say whether the day or the month comes first` };
}

/** What a date shows of whether the day or the month comes first; nothing where it can be either. */
export function dateOrderShown(cell: string): DateOrder[] {
  const parts = YEAR_LAST.exec(bare(cell.slice(0, READ_CHARS_MAX), null));
  if (!parts) return [];
  return [
    ...(Number(parts[1]) > 12 || parts[2] === "." ? ["day_first" as const] : []),
    ...(Number(parts[3]) > 12 ? ["month_first" as const] : []),
  ];
}
