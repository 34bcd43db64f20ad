import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { EXPORT_PAGE_ROWS, EXPORT_ROWS_MAX } from "@/lib/forms/limits";
import { getFormRow } from "@/lib/forms/list-forms";
import { presentSubmission } from "@/lib/forms/submissions/present";
import type { ExportQuery } from "@/lib/forms/submissions/schema";
import { listSubmissionRows, type SubmissionRow } from "@/lib/forms/submissions/store";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { asCsv, asJson, pagesOf } from "@/lib/http/row-files";
import { db, transaction } from "@/lib/platform/database";

function cellOf({ values, uploads }: SubmissionRow, key: string): string | number {
  const file = uploads.find(({ fieldKey }) => fieldKey === key);
  if (file) return file.fileName;
  const value = Object.hasOwn(values, key) ? values[key] : null;
  if (value === null || value === undefined) return "";
  // A number below zero is no formula.
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join("; ") : String(value);
}

/** What stands before the answers. */
const OWN_COLUMNS = ["id", "submitted_at", "is_spam"];

/** A column's header: a field's key, set apart where the submission itself has such a column. */
function headerOf(key: string): string {
  return OWN_COLUMNS.includes(key) ? `values.${key}` : key;
}

/** A submission's cells. */
function cellsOf(row: SubmissionRow, keys: readonly string[]) {
  return [row.id, row.createdAt.toISOString(), row.isSpam, ...keys.map((key) => cellOf(row, key))];
}

/**
 * A form's submissions as a file, at most `EXPORT_ROWS_MAX`: CSV (UTF-8 with a byte order mark, headed by field keys, in
 * which no answer runs as a formula) or JSON. Who exported what is audited.
 * @throws AppError not_found
 */
export async function exportSubmissions(
  scope: WorkspaceScope,
  formId: string,
  { format, ...filter }: ExportQuery,
  now: Date,
): Promise<CsvFile> {
  const form = await getFormRow(db(), scope, formId);
  const entry = {
    action: "form_submissions.exported",
    target: { type: "form", id: form.id },
    after: { format, ...filter },
  };
  await transaction((tx) => recordAudit(tx, scope, entry, now));
  const name = `submissions-${now.toISOString().slice(0, 10)}.${format}`;
  const pages = pagesOf(
    (limit, after: Position | null) => listSubmissionRows(form, filter, { limit, after }),
    ({ createdAt, id }) => ({ at: createdAt, id }),
    { pageRows: EXPORT_PAGE_ROWS, rowsMax: EXPORT_ROWS_MAX },
  );
  if (format === "json") return new CsvFile(name, asJson(pages, presentSubmission), "application/json");
  const keys = [...form.fields, ...form.retiredFields].map(({ key }) => key);
  const header = [...OWN_COLUMNS, ...keys.map(headerOf)];
  return new CsvFile(
    name,
    asCsv(header, pages, (rows) => rows.map((row) => cellsOf(row, keys))),
  );
}
