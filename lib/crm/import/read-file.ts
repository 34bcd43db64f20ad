import { parse } from "csv-parse/sync";
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from "@/lib/crm/import/limits";
import { AppError } from "@/lib/http/app-error";

/** The refusal of a file as a whole, for what is wrong at a place of the request. */
export function invalidFile(path: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid", "The file can't be imported.", { issues: [{ path, message }], cause });
}

/**
 * Reads CSV (RFC 4180): comma, semicolon or tab between the cells, whichever parts the header most. Rows are numbered as
 * a spreadsheet does, and empty ones are left out.
 * @throws AppError invalid for what can't be read, and for files that are empty or too large
 */
export function readFile(csv: string): { headers: string[]; rows: { number: number; cells: string[] }[] } {
  let lines: string[][];
  const firstLine = csv.slice(0, csv.search(/[\r\n]|$/));
  const delimiter = [",", ";", "\t"].reduce((best, each) =>
    firstLine.split(each).length > firstLine.split(best).length ? each : best,
  );
  try {
    lines = parse(csv, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false });
  } catch (cause) {
    throw invalidFile("csv", cause instanceof Error ? cause.message : "Not CSV", cause);
  }
  const [headers = [], ...rest] = lines;
  const rows = rest
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) throw invalidFile("csv", "No rows below the header");
  if (rows.length > IMPORT_ROWS_MAX)
    throw invalidFile("csv", `More than ${IMPORT_ROWS_MAX} rows; split the file`);
  if (headers.length > IMPORT_COLUMNS_MAX)
    throw invalidFile("csv", `More than ${IMPORT_COLUMNS_MAX} columns`);
  return { headers, rows };
}
