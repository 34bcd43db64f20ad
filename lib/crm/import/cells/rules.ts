import type { AttributeShape } from "@/lib/crm/attributes/rules";
import type { Value } from "@/lib/crm/attributes/schema";

/*
 * Cells of files as people write them: numbers, dates, yes and no, addresses. Nothing here guesses between two meanings:
 * `1,200` and `1/2/2026` are faults until the import says how its file writes numbers and dates. ISO 8601 and JSON's
 * numbers, which our own export writes, always work.
 */

export type Decimal = "point" | "comma";
export type DateOrder = "day_first" | "month_first";

/** How a file writes numbers and dates; null where nobody has said. */
export type Formats = { decimal: Decimal | null; dates: DateOrder | null; locale: string | null };

export const UNSTATED: Formats = { decimal: null, dates: null, locale: null };

/** A cell's value, or what is wrong with it. */
export type Reading = { value: Value } | { fault: string };

/** What a formula-safe export puts in front of a cell is taken off again. */
export function unescaped(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** The formats that an import states: those of its locale (BCP 47), but for what it states by itself. */
export function formatsOf(stated: {
  locale?: string | undefined;
  decimal?: Decimal | undefined;
  dates?: DateOrder | undefined;
}): Formats {
  const { locale } = stated;
  if (locale === undefined) {
    return { decimal: stated.decimal ?? null, dates: stated.dates ?? null, locale: null };
  }
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal");
  const order = new Intl.DateTimeFormat(locale, { year: "numeric", month: "numeric", day: "numeric" })
    .formatToParts(new Date(0))
    .map(({ type }) => type)
    .filter((type) => type === "day" || type === "month" || type === "year");
  const dates: Record<string, DateOrder> = { day: "day_first", month: "month_first" };
  return {
    decimal: stated.decimal ?? (separator?.value === "," ? "comma" : "point"),
    dates: stated.dates ?? dates[order[0] ?? ""] ?? null,
    locale,
  };
}

/** No number or date is longer; what is looked through for one must not take long. */
const READ_CHARS_MAX = 80;

/** Spaces of all widths as plain ones, and every minus sign as a hyphen. */
function plain(text: string): string {
  return text
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/[\u2212\u2013]/g, "-")
    .trim();
}

const JSON_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const CURRENCY = String.raw`(?:[A-Z]{1,3}\p{Sc}|\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|Fr\.?|Rs\.?)`;
/** Sign, currency and digits with whatever parts them; the currency may stand on either side. */
const AMOUNT = new RegExp(
  String.raw`^(?<sign>[+-]?) ?${CURRENCY}? ?(?<inner>-?) ?(?<digits>[\d.,'’ ]*\d[\d.,'’ ]*?)(?:[.,]-{1,2})? ?${CURRENCY}?(?<after>-?)$`,
  "u",
);
const GROUPED = {
  point: /^(?:\d*|\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:[ '’]\d{3})+)(?:\.\d*)?$/,
  comma: /^(?:\d*|\d{1,3}(?:\.\d{2,3})*\.\d{3}|\d{1,3}(?:[ '’]\d{3})+)(?:,\d*)?$/,
} as const;

/** Digits read with this decimal separator; null where they can't be. */
function asNumber(digits: string, decimal: Decimal): number | null {
  if (!GROUPED[decimal].test(digits)) return null;
  const bare = digits.replace(decimal === "point" ? /[, '’]/g : /[. '’]/g, "").replace(",", ".");
  const number = Number(bare);
  return Number.isFinite(number) ? number : null;
}

/** The digits of an amount without sign and currency, and whether it is below zero; null where it is none. */
function amountOf(text: string): { digits: string; isNegative: boolean } | null {
  if (text.length > READ_CHARS_MAX) return null;
  const bracketed = /^\((.*)\)$/.exec(text);
  const groups = AMOUNT.exec(bracketed?.[1]?.trim() ?? text)?.groups;
  if (!groups) return null;
  const minuses = [groups.sign, groups.inner, groups.after, bracketed ? "-" : ""].filter(
    (sign) => sign === "-",
  );
  return minuses.length > 1
    ? null
    : { digits: (groups.digits ?? "").trim(), isNegative: minuses.length === 1 };
}

/**
 * A number as it is pasted: with a currency's sign or code, which is taken off and converts nothing, groups of digits,
 * a minus sign on either side or brackets for it.
 */
function readNumber(cell: string, { decimal }: Formats): Reading {
  const text = plain(cell);
  if (JSON_NUMBER.test(text) && (decimal !== "comma" || !text.includes("."))) return { value: Number(text) };
  const amount = amountOf(text);
  if (amount === null) return { fault: "Not a number" };
  const { digits, isNegative } = amount;
  const signed = (number: number) => (isNegative && number !== 0 ? -number : number);
  if (decimal !== null) {
    const number = asNumber(digits, decimal);
    if (number !== null) return { value: signed(number) };
    return { fault: `Not a number that is written with a decimal ${decimal}` };
  }
  const [byPoint, byComma] = [asNumber(digits, "point"), asNumber(digits, "comma")];
  if (byPoint !== null && byComma !== null && byPoint !== byComma && digits.includes(",")) {
    return {
      fault: `Can be ${signed(byPoint)} or ${signed(byComma)}: say whether the file writes a decimal point or comma`,
    };
  }
  const number = byPoint ?? byComma;
  return number === null ? { fault: "Not a number" } : { value: signed(number) };
}

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
const NO_DATE = "Not a date of the calendar, as in 2026-11-20";

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
function readDate(cell: string, { dates, locale }: Formats): Reading {
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

// Of many languages at once: no word of theirs means yes in one and no in another.
const YES = new Set(
  "true yes y 1 x on ja j oui si sí sì sim tak kyllä ano igen wahr vrai verdadero verdadeiro vero ✓ ✔ ☑".split(
    " ",
  ),
);
const NO = new Set(
  "false no n 0 off nein non não nao nee nej nei nie ei ne nem falsch faux falso fałsz ✗ ✘ ☐".split(" "),
);

const BARE_HOST = /^(?:[\p{L}\d][\p{L}\d-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * A cell as the JSON value of an attribute; an empty cell is null. What can be read but is not valid is left to
 * validation. References and users stay the text that they are.
 */
export function readCell(
  { type, options }: Pick<AttributeShape, "type" | "options">,
  raw: string,
  formats: Formats = UNSTATED,
): Reading {
  const cell = unescaped(raw).trim();
  if (cell === "") return { value: null };
  const optionOf = (text: string) =>
    options.find(({ value, label }) => value === text || label.toLowerCase() === text.toLowerCase())?.value;
  switch (type) {
    case "number":
    case "currency":
      return readNumber(cell, formats);
    case "date":
      return readDate(cell, formats);
    case "checkbox":
      if (YES.has(cell.toLowerCase())) return { value: true };
      return NO.has(cell.toLowerCase()) ? { value: false } : { fault: "Not yes or no" };
    case "select":
      return { value: optionOf(cell) ?? cell };
    case "multi_select": {
      const parts = cell.split(";").map((part) => part.trim());
      // Commas part options only where each part is one: labels may hold commas themselves.
      const byComma = parts.length === 1 && !optionOf(cell) ? cell.split(",").map((part) => part.trim()) : [];
      const chosen = byComma.length > 1 && byComma.every((part) => optionOf(part)) ? byComma : parts;
      return { value: chosen.flatMap((part) => (part === "" ? [] : [optionOf(part) ?? part])) };
    }
    case "url":
      return { value: BARE_HOST.test(cell) ? `https://${cell}` : cell };
    default:
      return { value: cell };
  }
}

/**
 * What the cells of a file show of its formats; null where they show nothing, or both. For those who let a person
 * choose: the import itself takes only what is stated.
 */
export function guessFormats(cells: readonly { type: AttributeShape["type"]; text: string }[]): Formats {
  const decimals = new Set<Decimal>();
  const orders = new Set<DateOrder>();
  for (const { type, text } of cells) {
    const cell = plain(unescaped(text)).slice(0, READ_CHARS_MAX);
    if (type === "number" || type === "currency") {
      const digits = amountOf(cell)?.digits ?? "";
      const [byPoint, byComma] = [asNumber(digits, "point"), asNumber(digits, "comma")];
      if (byPoint === null && byComma !== null) decimals.add("comma");
      if (byComma === null && byPoint !== null) decimals.add("point");
    }
    const parts = type === "date" ? YEAR_LAST.exec(cell.replace(TIME, "")) : null;
    if (parts && Number(parts[1]) > 12) orders.add("day_first");
    if (parts && Number(parts[3]) > 12) orders.add("month_first");
    if (parts?.[2] === ".") orders.add("day_first");
  }
  const [decimal = null, otherDecimal] = decimals;
  const [dates = null, otherOrder] = orders;
  return {
    decimal: otherDecimal === undefined ? decimal : null,
    dates: otherOrder === undefined ? dates : null,
    locale: null,
  };
}
