import { stringify } from "csv-stringify/sync";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { EXPORT_PAGE_ROWS, EXPORT_ROWS_MAX } from "@/lib/forms/limits";
import { getFormRow } from "@/lib/forms/list-forms";
import type { FormRow } from "@/lib/forms/store";
import { presentSubmission } from "@/lib/forms/submissions/present";
import type { ExportQuery, SubmissionsFilter } from "@/lib/forms/submissions/schema";
import { listSubmissionRows, type SubmissionRow } from "@/lib/forms/submissions/store";
import { CsvFile } from "@/lib/http/answers";
import type { Position } from "@/lib/http/paging";
import { db, transaction } from "@/lib/platform/database";

/** Page by page, each used before the next is read. */
async function* pages(form: FormRow, filter: SubmissionsFilter): AsyncGenerator<SubmissionRow[]> {
  let after: Position | null = null;
  for (let count = 0; count < EXPORT_ROWS_MAX; count += EXPORT_PAGE_ROWS) {
    const rows: SubmissionRow[] = await listSubmissionRows(form, filter, { limit: EXPORT_PAGE_ROWS, after });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE_ROWS) return;
    after = { at: last.createdAt, id: last.id };
  }
}

function cellOf({ values, uploads }: SubmissionRow, key: string): string | number {
  const file = uploads.find(({ fieldKey }) => fieldKey === key);
  if (file) return file.fileName;
  const value = Object.hasOwn(values, key) ? values[key] : null;
  if (value === null || value === undefined) return "";
  // A number below zero is no formula.
  if (typeof value === "number") return value;
  return Array.isArray(value) ? value.join("; ") : String(value);
}

async function* asCsv(form: FormRow, filter: SubmissionsFilter): AsyncGenerator<string> {
  const keys = [...form.fields, ...form.retiredFields].map(({ key }) => key);
  yield stringify([["id", "submitted_at", "is_spam", ...keys]], { bom: true });
  for await (const rows of pages(form, filter)) {
    // What a spreadsheet would run as a formula starts with an apostrophe.
    yield stringify(
      rows.map((row) => [
        row.id,
        row.createdAt.toISOString(),
        String(row.isSpam),
        ...keys.map((key) => cellOf(row, key)),
      ]),
      { escape_formulas: true },
    );
  }
}

async function* asJson(form: FormRow, filter: SubmissionsFilter): AsyncGenerator<string> {
  let lead = "[\n";
  for await (const rows of pages(form, filter)) {
    yield lead + rows.map((row) => JSON.stringify(presentSubmission(row))).join(",\n");
    lead = ",\n";
  }
  yield lead === "[\n" ? "[]\n" : "\n]\n";
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
  return format === "csv"
    ? new CsvFile(name, asCsv(form, filter))
    : new CsvFile(name, asJson(form, filter), "application/json");
}
