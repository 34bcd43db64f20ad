import { escaped, unescaped } from "@/lib/platform/formula-cells";
import type { Column, Value } from "@/lib/ui/tables/grid/types";
import { lookOf, type Reader, shownText as shown } from "@/lib/ui/values/catalog";
import type { Parsed } from "@/lib/ui/values/parse";

/** A cell as typed text: what an editor begins with, and what `parseCell` parses. */
export function textOf(column: Column, value: Value | undefined): string {
  return value === undefined || value === null ? "" : lookOf(column.type).typed(value, column);
}

/** Equal on the server and in browsers. */
const READER: Reader = { numbers: "en", days: "en-GB", labels: {} };

/** A cell as displayed: numbers grouped, money with its currency, days in words. */
export function shownText(column: Column, value: Value | undefined): string {
  return shown(column, value, READER);
}

/** Parses what was typed or pasted into a cell. The server validates it again; this gives the same answer at once. */
export function parseCell({ type, options }: Pick<Column, "type" | "options">, typed: string): Parsed {
  const { input, parse } = lookOf(type);
  if (typed.trim() === "") return { value: null };
  return parse(input === "long_text" ? typed : typed.trim(), options);
}

/** Cells in the clipboard format of spreadsheets; texts that would run as formulas are escaped. */
export function toTsv(rows: readonly (readonly { column: Column; value: Value | undefined }[])[]): string {
  const cellOf = ({ column, value }: { column: Column; value: Value | undefined }) => {
    const text = textOf(column, value);
    const safe = typeof value === "string" ? escaped(text) : text;
    return /[\t\n\r"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => row.map(cellOf).join("\t")).join("\n");
}

/** Parses what spreadsheets put on the clipboard. */
export async function fromTsv(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const options = { delimiter: "\t", relax_column_count: true, relax_quotes: true };
  let rows: string[][];
  try {
    rows = parse(text, options) as string[][];
  } catch {
    // Spreadsheets always close quotation marks, so an unclosed one is an ordinary character.
    rows = parse(text, { ...options, quote: false }) as string[][];
  }
  return rows.map((row) => row.map(unescaped));
}
