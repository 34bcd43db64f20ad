import { stringify } from "csv-stringify/sync";
import { isEscaped } from "@/lib/platform/formula-cells";

type Cell = string | number | boolean | object | null | undefined;

/**
 * A list's rows, page by page. Each page is used before the next is read, so that an export holds neither much memory
 * nor a connection.
 * @param placeOf where the list goes on after a row
 */
export async function* pagesOf<Row, Place>(
  read: (limit: number, after: Place | null) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  { pageRows, rowsMax = Number.POSITIVE_INFINITY }: { pageRows: number; rowsMax?: number },
): AsyncGenerator<Row[]> {
  let after: Place | null = null;
  for (let count = 0; count < rowsMax; count += pageRows) {
    const rows: Row[] = await read(pageRows, after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = placeOf(last);
  }
}

/**
 * Pages of rows as CSV (RFC 4180, UTF-8 with a byte order mark). Text that a spreadsheet would run as a formula gets an
 * apostrophe in front: much of it was written by strangers. The imports remove it again, so text that has one of its own
 * there gets another.
 */
export async function* asCsv<Row>(
  header: string[],
  pages: AsyncIterable<Row[]>,
  cellsOf: (rows: Row[]) => Cell[][] | Promise<Cell[][]>,
): AsyncGenerator<string> {
  const written = {
    escape_formulas: true,
    cast: { boolean: String, string: (text: string) => (isEscaped(text) ? `'${text}` : text) },
  };
  yield stringify([header], { ...written, bom: true });
  for await (const rows of pages) yield stringify(await cellsOf(rows), written);
}

/** Pages of rows as one JSON array. */
export async function* asJson<Row>(
  pages: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  let lead = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield lead + rows.map((row) => JSON.stringify(present(row))).join(",\n");
    lead = ",\n";
  }
  yield lead === "[\n" ? "[]\n" : "\n]\n";
}
