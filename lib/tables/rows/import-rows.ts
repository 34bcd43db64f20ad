import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { checkValues } from "@/lib/crm/attributes/rules";
import type { Values } from "@/lib/crm/attributes/schema";
import { formatsOf, readCell } from "@/lib/crm/import/cells/rules";
import { IMPORT_ERRORS_SHOWN_MAX, IMPORT_MS_MAX, ROWS_CHECKED_AT_ONCE } from "@/lib/crm/import/limits";
import { HAS_MORE, inFileTurn, invalidFile, readFile } from "@/lib/crm/import/read-file";
import { doubledColumn, matchColumns, matchNames } from "@/lib/crm/import/rules";
import { AppError } from "@/lib/http/app-error";
import { mapInTurns } from "@/lib/http/map-in-turns";
import { chunks } from "@/lib/platform/chunks";
import { transaction } from "@/lib/platform/database";
import { visibleColumns } from "@/lib/tables/access";
import { IMPORT_ROWS_MAX, ROWS_ADDED_AT_ONCE } from "@/lib/tables/limits";
import { openTable } from "@/lib/tables/open-table";
import { addRowsAs } from "@/lib/tables/rows/write-rows";
import { shapeOf } from "@/lib/tables/rules";
import type { Column, ImportRows, ImportRowsResult } from "@/lib/tables/schema";

type Body = ImportRows;
type RowFault = ImportRowsResult["errors"][number];

/** What the columns of a file are taken for: columns of the table, or nothing. */
function readColumns(headers: readonly string[], columns: readonly Column[], { mapping }: Body) {
  for (const [header, key] of Object.entries(mapping ?? {})) {
    if (!headers.includes(header)) throw invalidFile(`mapping.${header}`, "No such column in the file");
    if (key !== null && !columns.some((column) => column.key === key)) {
      throw invalidFile(`mapping.${header}`, `No column ${key}`);
    }
  }
  const named = columns.map((column) => ({ ...shapeOf(column), name: column.name }));
  const matched = mapping ? matchColumns(headers, named, mapping) : matchNames(headers, named);
  const doubled = doubledColumn(matched);
  if (doubled !== null) throw invalidFile(`mapping.${doubled}`, "Two columns are matched to the same column");
  if (matched.every(({ attribute }) => attribute === null)) {
    throw invalidFile("csv", "No column of the file matches one of the table");
  }
  return matched;
}

/**
 * Adds rows out of CSV, in one transaction: every valid row or, unless `skip_invalid`, none at the first fault.
 * @throws AppError not_found; invalid for a file that can't be read, for columns that fit none of the table and, unless
 *   `skip_invalid` or a dry run, with one issue per fault; conflict when the table would hold too many rows
 */
export async function importRows(
  scope: WorkspaceScope,
  tableId: string,
  body: Body,
  now: Date,
): Promise<ImportRowsResult> {
  const access = await openTable(scope, tableId, now, "import");
  const { headers, rows } = await inFileTurn(scope.workspaceId, () => readFile(body.csv, IMPORT_ROWS_MAX));
  const columns = readColumns(headers, visibleColumns(access), body);
  const shapes = columns.flatMap(({ attribute }) => attribute ?? []);
  const formats = formatsOf(body);
  const errors: RowFault[] = [];
  const read = await mapInTurns(rows, ROWS_CHECKED_AT_ONCE, ({ number, cells, hasMore }) => {
    const faults = new Map<string | null, string>(hasMore ? [[null, HAS_MORE]] : []);
    const given: Values = {};
    for (const [index, { attribute }] of columns.entries()) {
      if (attribute === null) continue;
      const reading = readCell(attribute, cells[index] ?? "", formats);
      if ("value" in reading) given[attribute.slug] = reading.value;
      else faults.set(attribute.slug, reading.fault);
    }
    const { values, issues } = checkValues(shapes, given, "create");
    for (const { path, message } of issues) {
      const column = path.slice("values.".length);
      if (!faults.has(column)) faults.set(column, message);
    }
    errors.push(...[...faults].map(([column, message]) => ({ row: number, column, message })));
    return faults.size === 0 ? [values] : [];
  });
  const valid = read.flat();
  if (errors.length > 0 && !body.skip_invalid && !body.dry_run) {
    const issues = errors.slice(0, IMPORT_ERRORS_SHOWN_MAX).map(({ row, column, message }) => ({
      path: `rows.${row}.${column ?? ""}`,
      message,
    }));
    throw new AppError("invalid", "Some rows are not valid, and nothing was imported.", { issues });
  }
  const result = {
    is_dry_run: body.dry_run,
    rows: rows.length,
    created: valid.length,
    failed: rows.length - valid.length,
    columns: columns.map(({ header, attribute }) => ({ header, column: attribute?.slug ?? null })),
    errors: errors.slice(0, IMPORT_ERRORS_SHOWN_MAX),
  };
  if (body.dry_run) return result;
  await transaction(async (tx) => {
    for (const some of chunks(valid, ROWS_ADDED_AT_ONCE)) await addRowsAs(tx, access, some, now);
    const entry = {
      action: "table_rows.imported",
      target: { type: "table", id: tableId },
      after: { created: result.created, failed: result.failed },
    };
    await recordAudit(tx, scope, entry, now);
  }, IMPORT_MS_MAX);
  return result;
}
