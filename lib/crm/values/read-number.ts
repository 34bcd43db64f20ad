import { plain, READ_CHARS_MAX } from "@/lib/crm/values/rules";
import type { Decimal, Formats, Reading } from "@/lib/crm/values/schema";

const JSON_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const CURRENCY = String.raw`(?:[A-Z]{1,3}\p{Sc}|\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|Fr\.?|Rs\.?)`;
/** Sign, currency and digits with their separators; the currency may be on either side. */
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
  const signs = [groups.sign, groups.inner, groups.after, bracketed ? "-" : ""].filter(Boolean);
  return signs.length > 1 ? null : { digits: (groups.digits ?? "").trim(), isNegative: signs[0] === "-" };
}

/**
 * A number as it is pasted: with a currency's sign or code, which is taken off and converts nothing, groups of digits,
 * a minus sign on either side or brackets for it.
 */
export function readNumber(cell: string, { decimal }: Formats): Reading {
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

/** The decimal separators with which an amount can be read at all, where only one will do; else none. */
export function decimalShown(cell: string): Decimal[] {
  const digits = amountOf(plain(cell).slice(0, READ_CHARS_MAX))?.digits ?? "";
  const [byPoint, byComma] = [asNumber(digits, "point"), asNumber(digits, "comma")];
  if ((byPoint === null) === (byComma === null)) return [];
  return [byPoint === null ? "comma" : "point"];
}
