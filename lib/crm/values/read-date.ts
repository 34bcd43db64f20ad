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
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/;
const NO_DATE = "Not a valid date, such as 2026-11-20";

const monthsByLocale = new Map<string, Map<string, number>>();

/** Months by the names that a locale has for them, long and short, beside the English ones. */
function monthNames(locale: string | null): Map<string, number> {
  const key = locale ?? "en";
  const known = monthsByLocale.get(key);
  if (known) return known;
  const names = new Map<string, number>();
  for (const each of new Set([key, "en"])) {
    for (const style of ["long", "short"] as const) {
      // Named beside a day, because some languages inflect it there.
      const format = new Intl.DateTimeFormat(each, { month: style, day: "numeric", timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2026, month - 1, 1)).find(({ type }) => type === "month");
        const name = part?.value.toLowerCase().replace(/\.$/, "") ?? "";
        if (name !== "" && !names.has(name)) names.set(name, month);
      }
    }
  }
  if (!names.has("sept")) names.set("sept", 9);
  monthsByLocale.set(key, names);
  return names;
}

/** `31 December 2026`, `Dec 31, 2026`, `31. Dezember 2026`. */
function readNamedDate(text: string, locale: string | null): Reading | null {
  const parts = text
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter((part) => part !== "" && part !== "de" && part !== "of");
  if (parts.length !== 3) return null;
  const at = parts.findIndex((part) => monthNames(locale).has(part));
  const month = monthNames(locale).get(parts[at] ?? "");
  const [first = "", second = ""] = parts.filter((_, index) => index !== at);
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th|er)?$/;
  const [day, year] = /^\d{4}$/.test(first) ? [second, first] : [first, second];
  if (month === undefined || !/^\d{4}$/.test(year) || !ordinal.test(day)) return null;
  const date = isoDate(Number(year), month, Number.parseInt(day, 10));
  return date === null ? { fault: NO_DATE } : { value: date };
}

/** The day as it is written; a time behind it is dropped, without turning it into that of another time zone. */
export function readDate(cell: string, { dates, locale }: Formats): Reading {
  if (cell.length > READ_CHARS_MAX) return { fault: NO_DATE };
  const text = plain(cell).replace(TIME, "");
  const named = (date: string | null, fault = NO_DATE): Reading =>
    date === null ? { fault } : { value: date };
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (compact) return named(isoDate(Number(compact[1]), Number(compact[2]), Number(compact[3])));
  const iso = YEAR_FIRST.exec(text);
  if (iso) return named(isoDate(Number(iso[1]), Number(iso[3]), Number(iso[4])));
  const parts = YEAR_LAST.exec(text);
  if (!parts) return readNamedDate(text, locale) ?? { fault: NO_DATE };
  const [first, separator, second, years] = [Number(parts[1]), parts[2], Number(parts[3]), parts[4] ?? ""];
  if (years.length === 2 && dates === null) {
    return { fault: "Write the year with four digits, or say whether the day or the month comes first" };
  }
  // As POSIX reads them: 00 to 68 are of this century.
  const year = years.length === 4 ? Number(years) : Number(years) + (Number(years) < 69 ? 2000 : 1900);
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
  const parts = YEAR_LAST.exec(plain(cell).slice(0, READ_CHARS_MAX).replace(TIME, ""));
  if (!parts) return [];
  return [
    ...(Number(parts[1]) > 12 || parts[2] === "." ? ["day_first" as const] : []),
    ...(Number(parts[3]) > 12 ? ["month_first" as const] : []),
  ];
}
