import { setImmediate as othersTurn } from "node:timers/promises";
import { type Parser, parse } from "csv-parse";
import {
  FILES_READ_AT_ONCE,
  IMPORT_COLUMNS_MAX,
  IMPORT_ROW_BYTES_MAX,
  IMPORT_ROWS_MAX,
  PARSE_SLICE_BYTES,
} from "@/lib/crm/import/limits";
import { readSeparator } from "@/lib/crm/import/rules";
import { AppError } from "@/lib/http/app-error";
import { Turns } from "@/lib/http/turns";
import { processWide } from "@/lib/platform/process-wide";

/** A row of a file; `hasMore` where it holds more than the header has columns, so that its cells may be those of others. */
export type FileRow = { number: number; cells: string[]; hasMore?: true };

/** What is wrong with such a row. */
export const HAS_MORE = "More cells than the header: is a text with a separator in it not in quotes?";

const isFilled = (cell: string) => cell.trim() !== "";

/** The error for a file as a whole, at the given path of the request. */
export function invalidFile(path: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid", "The file can't be imported.", { issues: [{ path, message }], cause });
}

function written(parser: Parser, text: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    parser.write(text, (error) => (error ? fail(error) : done()));
  });
}

function ended(parser: Parser): Promise<void> {
  return new Promise((done, fail) => {
    parser.once("error", fail);
    parser.once("end", done);
    parser.end();
  });
}

const reads = processWide("file-reads", () => new Turns({ atOnce: FILES_READ_AT_ONCE }));

/**
 * Does what needs a whole file in memory when it is its turn: so many files are in memory as cells at a time, however many
 * people upload one. Workspaces take turns.
 */
export function inFileTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  return reads.take(workspaceId, work);
}

function checkHeaders(headers: readonly string[] | null): void {
  if ((headers?.length ?? 0) > IMPORT_COLUMNS_MAX)
    throw invalidFile("csv", `More than ${IMPORT_COLUMNS_MAX} columns`);
}

/**
 * Reads CSV (RFC 4180, with or without a byte order mark and a line that names the separator), a slice at a time, so that
 * a large file doesn't block the event loop. Rows are numbered as in a spreadsheet; empty ones are left out.
 * @param rowsMax the most rows that the file may have
 * @throws AppError invalid if the file can't be read, is empty or too large
 */
export async function readFile(
  csv: string,
  rowsMax = IMPORT_ROWS_MAX,
): Promise<{ headers: string[]; rows: FileRow[] }> {
  const { delimiter, text } = readSeparator(csv);
  const parser = parse({
    bom: true,
    delimiter,
    // A file that was put together of two may have several: by itself the parser looks for the first one's only.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: false,
  });
  let headers: string[] | null = null;
  let number = 1;
  const rows: FileRow[] = [];
  parser.on("readable", () => {
    for (let read: string[] | null = parser.read(); read !== null; read = parser.read()) {
      if (headers === null) headers = read;
      else {
        number += 1;
        const [width, isLong] = [headers.length, read.length > headers.length];
        const cells = isLong ? read.slice(0, width) : read;
        if (isLong && read.slice(width).some(isFilled)) rows.push({ number, cells, hasMore: true });
        else if (cells.some(isFilled)) rows.push({ number, cells });
      }
    }
  });
  let [rowsRead, rowAt] = [0, 0];
  // The error is reported where the parser is awaited; without a listener the event would end the process.
  parser.on("error", () => {});
  try {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length && rows.length <= rowsMax; start += PARSE_SLICE_BYTES) {
      await written(parser, bytes.subarray(start, start + PARSE_SLICE_BYTES));
      await othersTurn();
      checkHeaders(headers);
      if (parser.info.records > rowsRead) [rowsRead, rowAt] = [parser.info.records, start];
      if (start - rowAt > IMPORT_ROW_BYTES_MAX) {
        throw invalidFile(
          "csv",
          `Row ${rowsRead + 1} is larger than ${IMPORT_ROW_BYTES_MAX / 1024 / 1024} MiB; is a quotation mark missing?`,
        );
      }
    }
    if (rows.length <= rowsMax) await ended(parser);
    checkHeaders(headers);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw invalidFile("csv", cause instanceof Error ? cause.message : "Not CSV", cause);
  } finally {
    parser.destroy();
  }
  if (rows.length === 0) throw invalidFile("csv", "No rows below the header");
  if (rows.length > rowsMax) throw invalidFile("csv", `More than ${rowsMax} rows; split the file`);
  return { headers: headers ?? [], rows };
}
