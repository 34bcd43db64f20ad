import type { Column, Value } from "@/lib/ui/tables/grid/types";
import { lookOf, type Reader, shownText as shown } from "@/lib/ui/values/catalog";
import type { Parsed } from "@/lib/ui/values/parse";

/** A cell that begins like this is run as a formula by the spreadsheet that it is pasted into. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A cell as it is typed: what an editor begins with, and what `parseCell` reads back. */
export function textOf(column: Column, value: Value | undefined): string {
  return value === undefined || value === null ? "" : lookOf(column.type).typed(value, column);
}

/** The same on server and browser. */
const READER: Reader = { numbers: "en", days: "en-GB", labels: {} };

/** A cell as it is read: numbers grouped, money with its currency, days in words. */
export function shownText(column: Column, value: Value | undefined): string {
  return shown(column, value, READER);
}

/** Reads what was typed or pasted into a cell. The server judges again; this says at once what it would say. */
export function parseCell({ type, options }: Pick<Column, "type" | "options">, typed: string): Parsed {
  const { input, parse } = lookOf(type);
  if (typed.trim() === "") return { value: null };
  return parse(input === "long_text" ? typed : typed.trim(), options);
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
