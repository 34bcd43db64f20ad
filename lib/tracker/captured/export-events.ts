import { stringify } from "csv-stringify/sync";
import type { Actor } from "@/lib/access/actor";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { EXPORT_PAGE_ROWS } from "@/lib/tracker/captured/limits";
import { presentCells, presentEvent } from "@/lib/tracker/captured/present";
import { rangeOf } from "@/lib/tracker/captured/rules";
import type { ExportQuery } from "@/lib/tracker/captured/schema";
import { type EventRow, listEventRows, type Range } from "@/lib/tracker/captured/store";

const COLUMNS = [
  ...["event_id", "device_id", "client_seq", "ts", "interval_s", "is_point", "received_at"],
  ...["active_app.name", "active_app.bundle_id", "active_app.window_title"],
  ...["file_context.path", "file_context.repo", "file_context.branch"],
  ...["dev_context.terminal_cwd", "dev_context.last_command", "dev_context.editor_file"],
  ...["browser.url", "browser.title", "meeting.in_call", "meeting.call_app"],
  ...["input_cadence.key_events", "input_cadence.mouse_events", "evidence_ref", "is_private", "project_id"],
  ...[
    "category",
    "category_label",
    "rule_id",
    "project_id",
    "project_name",
    "task_key",
    "confidence",
    "signal",
  ].map((column) => `derived.${column}`),
  ...["derived.suggested_project_id", "derived.suggested_task_key"],
];
/** Text that a spreadsheet would run as a formula gets an apostrophe: anybody can write a page's title. */
const CELLS = { escape_formulas: true, cast: { boolean: String } };

/** Reads page by page; each page is written before the next is read. */
async function* pages(developerId: string, range: Range): AsyncGenerator<EventRow[]> {
  let after: Position | null = null;
  for (;;) {
    const rows: EventRow[] = await listEventRows(developerId, range, { limit: EXPORT_PAGE_ROWS, after });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE_ROWS) return;
    after = { at: last.ts, id: String(last.id) };
  }
}

async function* writeCsv(developerId: string, range: Range): AsyncGenerator<string> {
  yield stringify([COLUMNS], { bom: true });
  for await (const rows of pages(developerId, range)) {
    const cells = rows.map(presentCells).map((row) => COLUMNS.map((column) => row[column] ?? null));
    yield stringify(cells, CELLS);
  }
}

async function* writeJson(developerId: string, range: Range): AsyncGenerator<string> {
  let isFirst = true;
  yield "[";
  for await (const rows of pages(developerId, range)) {
    yield (isFirst ? "\n" : ",\n") + rows.map((row) => JSON.stringify(presentEvent(row))).join(",\n");
    isFirst = false;
  }
  yield "\n]\n";
}

/**
 * All data of the actor in a range, newest first, as a file: CSV (RFC 4180, UTF-8 with a byte order mark) or one JSON
 * array.
 */
export async function exportEvents(
  { developerId }: Actor,
  { format, ...query }: ExportQuery,
  now: Date,
): Promise<CsvFile> {
  const name = `captured-${now.toISOString().slice(0, 10)}.${format}`;
  const range = rangeOf(query);
  return format === "csv"
    ? new CsvFile(name, writeCsv(developerId, range))
    : new CsvFile(name, writeJson(developerId, range), "application/json; charset=utf-8");
}
