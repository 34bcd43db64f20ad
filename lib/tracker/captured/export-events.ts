import type { Actor } from "@/lib/access/actor";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { asCsv, asJson, pagesOf } from "@/lib/http/row-files";
import { EXPORT_PAGE_ROWS } from "@/lib/tracker/captured/limits";
import { presentCells, presentEvent } from "@/lib/tracker/captured/present";
import { rangeOf } from "@/lib/tracker/captured/rules";
import type { ExportQuery } from "@/lib/tracker/captured/schema";
import { listEventRows } from "@/lib/tracker/captured/store";

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
  const pages = pagesOf(
    (limit, after: Position | null) => listEventRows(developerId, rangeOf(query), { limit, after }),
    ({ ts, id }) => ({ at: ts, id: String(id) }),
    { pageRows: EXPORT_PAGE_ROWS },
  );
  if (format === "json") {
    return new CsvFile(name, asJson(pages, presentEvent), "application/json; charset=utf-8");
  }
  const text = asCsv(COLUMNS, pages, (rows) =>
    rows.map(presentCells).map((cells) => COLUMNS.map((column) => cells[column])),
  );
  return new CsvFile(name, text);
}
