import { NUMBER_VALUE_MAX } from "@/lib/crm/attributes/limits";
import { NUMBER_OUT_OF_RANGE, traitsOf } from "@/lib/crm/values/catalog";
import type { Options, Value } from "@/lib/crm/values/schema";
import { nameKey } from "@/lib/platform/name-key";
import { parseUrl } from "@/lib/platform/parse-url";

/*
 * Parses what people type into cells, by kind of value. The server validates it again; this gives the same answer at
 * once. Texts are trimmed and not empty.
 */

/** A parsed text, or why it is not valid. */
export type Parsed = { value: Value } | { fault: string };

const TRUE_WORDS = new Set(["true", "yes", "y", "1", "x", "on", "✓", "☑"]);
const FALSE_WORDS = new Set(["false", "no", "n", "0", "off", "✗", "☐"]);

function inRange(value: number): Parsed {
  return Math.abs(value) > NUMBER_VALUE_MAX ? { fault: NUMBER_OUT_OF_RANGE } : { value };
}

/** `1,234.50`, `1234,5`, `€ 12`, `12 EUR`; and what can be read in one way only, such as `1.234,50` and `(12)`. */
export function parseNumber(text: string): Parsed {
  const bare = text
    .trim()
    .replace(/^[A-Z]{3}\s|\s[A-Z]{3}$/g, "")
    .replace(/[\s'’]|\p{Sc}/gu, "");
  // A comma groups thousands, as in 1,234.50, unless it can only be a decimal comma, as in 1234,5.
  const isDecimalComma = /^-?\d+,\d+$/.test(bare) && !/^-?\d{1,3},\d{3}$/.test(bare);
  const point = isDecimalComma ? bare.replace(",", ".") : bare.replace(/,(?=\d{3}(\D|$))/g, "");
  const value = Number(point);
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(point);
  if (isDecimal) return inRange(value);
  const reading = traitsOf("number").read(text, [], { decimal: null, dates: null, locale: null });
  return "value" in reading && !Number.isNaN(Number(reading.value))
    ? inRange(Number(reading.value))
    : { fault: "Not a number" };
}

/** Yes or no, as a word or a sign. */
export function parseYesNo(text: string): Parsed {
  const word = text.toLowerCase();
  if (TRUE_WORDS.has(word)) return { value: true };
  return FALSE_WORDS.has(word) ? { value: false } : { fault: "Neither yes nor no" };
}

/** The language in which the reader's other programs name months. */
const readersLanguage = () => globalThis.navigator?.language ?? "en-GB";

/**
 * A day that begins with the year, or names the month as cells show it, or as spreadsheets write it that can be read in one
 * way only: nothing guesses which of `05/09/2026` is the month.
 */
export function parseDay(text: string, language = readersLanguage()): Parsed {
  const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const iso =
    year === undefined ? "" : `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)) return { value: iso };
  const reading = traitsOf("date").read(text, [], { decimal: null, dates: null, locale: language });
  return "value" in reading ? { value: reading.value } : { fault: "Not a date, as in 2026-11-20" };
}

function optionOf(options: Options, text: string): string | undefined {
  const wanted = nameKey(text.trim());
  return options.find(({ value, label }) => nameKey(label) === wanted || nameKey(value) === wanted)?.value;
}

/** One option, by its label or value. */
export function parseOption(text: string, options: Options): Parsed {
  const value = optionOf(options, text);
  return value === undefined ? { fault: `There is no option “${text}”` } : { value };
}

/** Several options, separated by commas, semicolons or new lines. */
export function parseOptions(text: string, options: Options): Parsed {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const values = parts.map((part) => optionOf(options, part));
  const unknown = parts.find((_, index) => values[index] === undefined);
  if (unknown !== undefined) return { fault: `There is no option “${unknown}”` };
  return { value: [...new Set(values.flatMap((value) => value ?? []))] };
}

/** An address that a page may link to; a bare host is treated as a web address. */
export function safeLink(text: string): string | null {
  const whole = /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(text) ? `https://${text}` : text;
  return /^(https?:\/\/|mailto:)/i.test(whole) && parseUrl(whole) !== null ? whole : null;
}

/** A valid link. */
export function parseLink(text: string): Parsed {
  const link = safeLink(text);
  return link === null ? { fault: "Not a web address, as in https://example.com" } : { value: link };
}

/** Something that looks like an email address. */
export function parseEmail(text: string): Parsed {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? { value: text } : { fault: "Not an email address" };
}

/** Any text. */
export function parseText(text: string): Parsed {
  return { value: text };
}
