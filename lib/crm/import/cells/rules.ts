import type { AttributeShape } from "@/lib/crm/attributes/rules";
import { traitsOf } from "@/lib/crm/values/catalog";
import { dateOrderShown } from "@/lib/crm/values/read-date";
import { decimalShown } from "@/lib/crm/values/read-number";
import type { DateOrder, Decimal, Formats, Reading } from "@/lib/crm/values/schema";
import { unescaped } from "@/lib/platform/formula-cells";

/*
 * Parses the cells of files as people write them: numbers, dates, yes and no, addresses. Nothing here guesses between
 * two meanings: `1,200` and `1/2/2026` are errors until the import states how its file writes numbers and dates. ISO
 * 8601 and JSON's numbers, which our own export writes, always work.
 */

/** For a file whose formats are not stated. */
export const UNSTATED: Formats = { decimal: null, dates: null, locale: null };

const ORDERS: Record<string, DateOrder> = { day: "day_first", month: "month_first" };

/** Which comes first in a locale's dates; null where that is the year. */
function dateOrderOf(locale: string, options: Intl.DateTimeFormatOptions): DateOrder | null {
  const first = new Intl.DateTimeFormat(locale, options)
    .formatToParts(new Date(0))
    .find(({ type }) => type === "day" || type === "month" || type === "year");
  return ORDERS[first?.type ?? ""] ?? null;
}

/** The formats of an import: those it states, and for the rest those of its locale (BCP 47). */
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
  const order = dateOrderOf(locale, { year: "numeric", month: "numeric", day: "numeric" });
  const short = dateOrderOf(locale, { dateStyle: "short" });
  // Some locales write the day first in one of these, and the month in the other.
  const isClear = order === null || short === null || order === short;
  return {
    decimal: stated.decimal ?? (separator?.value === "," ? "comma" : "point"),
    dates: stated.dates ?? (isClear ? order : null),
    locale,
  };
}

/**
 * A cell as the JSON value of an attribute; an empty cell is null. What can be parsed but is not valid is left to
 * validation. References and users stay text.
 */
export function readCell(
  { type, options }: Pick<AttributeShape, "type" | "options">,
  raw: string,
  formats: Formats = UNSTATED,
): Reading {
  const cell = unescaped(raw).trim();
  return cell === "" ? { value: null } : traitsOf(type).read(cell, options, formats);
}

/**
 * Guesses a file's formats from its cells; null where they show nothing, or contradict each other. Only a suggestion
 * for people: the import itself uses what is stated.
 */
export function guessFormats(cells: readonly { type: AttributeShape["type"]; text: string }[]): Formats {
  const decimals = new Set<Decimal>();
  const orders = new Set<DateOrder>();
  for (const { type, text } of cells) {
    const { writtenAs } = traitsOf(type);
    if (writtenAs === "number") for (const each of decimalShown(unescaped(text))) decimals.add(each);
    if (writtenAs === "date") for (const each of dateOrderShown(unescaped(text))) orders.add(each);
  }
  const [decimal = null, otherDecimal] = decimals;
  const [dates = null, otherOrder] = orders;
  return {
    decimal: otherDecimal === undefined ? decimal : null,
    dates: otherOrder === undefined ? dates : null,
    locale: null,
  };
}
