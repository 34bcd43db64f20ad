import type { Column, Value } from "@/lib/ui/tables/grid/types";

const TRUE_WORDS = new Set(["true", "yes", "y", "1", "x", "on", "✓", "☑"]);
const FALSE_WORDS = new Set(["false", "no", "n", "0", "off", "✗", "☐"]);

/** A cell that begins like this is run as a formula by the spreadsheet that it is pasted into. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Whether a cell holds nothing. */
export function isEmpty(value: Value | undefined): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether two cells hold the same. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, i) => each === b[i]);
  return a === b;
}

function labelOf({ options }: Column, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** A cell as it is typed: what an editor begins with, and what `parseCell` reads back. */
export function textOf(column: Column, value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((each) => labelOf(column, each)).join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (column.type === "select" && typeof value === "string") return labelOf(column, value);
  return String(value);
}

const currencies = new Map<string, Intl.NumberFormat>();
const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

function currencyFormat(code: string): Intl.NumberFormat {
  const known = currencies.get(code) ?? new Intl.NumberFormat("en", { style: "currency", currency: code });
  currencies.set(code, known);
  return known;
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A cell as it is read: numbers grouped, money with its currency, days in words. The same on server and browser. */
export function shownText(column: Column, value: Value | undefined): string {
  if (typeof value === "number") {
    return column.type === "currency" && column.currency_code
      ? currencyFormat(column.currency_code).format(value)
      : plain.format(value);
  }
  if (column.type === "date" && typeof value === "string") {
    const at = new Date(`${value}T00:00:00Z`);
    return Number.isNaN(at.getTime()) ? value : day.format(at);
  }
  return textOf(column, value);
}

/** What a typed text means, or why it means nothing. */
export type Parsed = { value: Value } | { fault: string };

function parseNumber(text: string): Parsed {
  const bare = text
    .trim()
    .replace(/^[A-Z]{3}\s|\s[A-Z]{3}$/g, "")
    .replace(/[\s'’]|\p{Sc}/gu, "");
  // A comma groups thousands, as in 1,234.50, unless it can only be a decimal one, as in 1234,5.
  const isDecimalComma = /^-?\d+,\d+$/.test(bare) && !/^-?\d{1,3},\d{3}$/.test(bare);
  const point = isDecimalComma ? bare.replace(",", ".") : bare.replace(/,(?=\d{3}(\D|$))/g, "");
  const value = Number(point);
  const isDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(point);
  return isDecimal && Number.isFinite(value) ? { value } : { fault: "Not a number" };
}

function parseDay(text: string): Parsed {
  const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  const iso =
    year === undefined ? "" : `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  return isDay ? { value: iso } : { fault: "Not a date, as in 2026-11-20" };
}

function optionOf({ options }: Column, text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return options.find(({ value, label }) => label.toLowerCase() === wanted || value.toLowerCase() === wanted)
    ?.value;
}

/** Only what a page may link to; a bare host is taken for a web address. */
export function safeLink(text: string): string | null {
  const whole = /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(text) ? `https://${text}` : text;
  return /^(https?:\/\/|mailto:)/i.test(whole) && URL.canParse(whole) ? whole : null;
}

function parseOptions(column: Column, text: string): Parsed {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const values = parts.map((part) => optionOf(column, part));
  const unknown = parts.find((_, index) => values[index] === undefined);
  if (unknown !== undefined) return { fault: `No option ${unknown}` };
  return { value: [...new Set(values.flatMap((value) => value ?? []))] };
}

/** Reads what was typed or pasted into a cell. The server judges again; this says at once what it would say. */
export function parseCell(column: Column, typed: string): Parsed {
  const text = column.type === "text" ? typed : typed.trim();
  if (text.trim() === "") return { value: null };
  switch (column.type) {
    case "number":
    case "currency":
      return parseNumber(text);
    case "checkbox": {
      const word = text.toLowerCase();
      if (TRUE_WORDS.has(word)) return { value: true };
      return FALSE_WORDS.has(word) ? { value: false } : { fault: "Neither yes nor no" };
    }
    case "date":
      return parseDay(text);
    case "select": {
      const value = optionOf(column, text);
      return value === undefined ? { fault: `No option ${text}` } : { value };
    }
    case "multi_select":
      return parseOptions(column, text);
    case "url": {
      const link = safeLink(text);
      return link === null ? { fault: "Not a web address, as in https://example.com" } : { value: link };
    }
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? { value: text } : { fault: "Not an email address" };
    default:
      return { value: text };
  }
}

/** Cells as spreadsheets take them from the clipboard; texts that they would run as formulas are kept from it. */
export function toTsv(rows: readonly (readonly { column: Column; value: Value | undefined }[])[]): string {
  const cellOf = ({ column, value }: { column: Column; value: Value | undefined }) => {
    const text = textOf(column, value);
    const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
    return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => row.map(cellOf).join("\t")).join("\n");
}

/** Reads what spreadsheets put on the clipboard. */
export async function fromTsv(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const options = { delimiter: "\t", relax_column_count: true, relax_quotes: true };
  let rows: string[][];
  try {
    rows = parse(text, options) as string[][];
  } catch {
    // A quotation mark that never ends comes from no spreadsheet: it is a character like any other.
    rows = parse(text, { ...options, quote: false }) as string[][];
  }
  return rows.map((row) =>
    row.map((cell) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell)),
  );
}
