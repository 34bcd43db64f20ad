import { stringify } from "csv-stringify/sync";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { writeCell } from "@/lib/crm/import/rules";
import { getObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { EXPORT_PAGE_ROWS, EXPORT_ROWS_MAX } from "@/lib/crm/records/limits";
import { openRecordList, placeOf } from "@/lib/crm/records/list/list-records";
import type { Place } from "@/lib/crm/records/list/rules";
import { findExportLabels, listRecordRows, type RecordList } from "@/lib/crm/records/list/store";
import { referredIds } from "@/lib/crm/records/rules";
import type { RecordFilters } from "@/lib/crm/records/schema";
import type { RecordRow } from "@/lib/crm/records/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import { CsvFile } from "@/lib/http/answers";
import { db, transaction } from "@/lib/platform/database";

type Column = {
  header: string;
  cellOf(row: RecordRow, labels: Readonly<Record<string, string>>): string | number;
};

/** The columns of an export: each attribute under its slug and, next to references and people, their names. */
function columnsOf(object: ObjectRow): Column[] {
  const own = object.attributes.flatMap((attribute): Column[] => {
    const { slug, type } = attribute;
    const plain = { header: slug, cellOf: ({ values }: RecordRow) => writeCell(values[slug] ?? null) };
    const { refersTo } = traitsOf(type);
    if (refersTo === null) return [plain];
    const shown = refersTo === "member" ? "email" : "name";
    return [
      plain,
      {
        header: `${slug} (${shown})`,
        cellOf: ({ values }, labels) => labels[String(values[slug] ?? "")] ?? "",
      },
    ];
  });
  return [
    { header: "id", cellOf: ({ id }) => id },
    ...own,
    { header: "created_at", cellOf: ({ createdAt }) => createdAt.toISOString() },
    { header: "updated_at", cellOf: ({ updatedAt }) => updatedAt.toISOString() },
  ];
}

/** The names of the records and people that records refer to: titles and email addresses. */
function labelsOf(object: ObjectRow, rows: readonly RecordRow[]): Promise<Record<string, string>> {
  const { records, members } = referredIds(
    object.attributes,
    rows.map(({ values }) => values),
  );
  return findExportLabels(object.workspaceId, [...new Set(records)], [...new Set(members)]);
}

/**
 * Reads page by page; each page is written before the next is read, so that the export holds neither much memory nor a
 * connection.
 */
async function* write(object: ObjectRow, list: RecordList): AsyncGenerator<string> {
  const columns = columnsOf(object);
  yield stringify([columns.map(({ header }) => header)], { bom: true });
  let after: Place | null = null;
  for (let count = 0; count < EXPORT_ROWS_MAX; count += EXPORT_PAGE_ROWS) {
    const rows: RecordRow[] = await listRecordRows(list, EXPORT_PAGE_ROWS, after);
    const labels = await labelsOf(object, rows);
    // Text that a spreadsheet would run as a formula gets an apostrophe, which the import removes again.
    yield stringify(
      rows.map((row) => columns.map(({ cellOf }) => cellOf(row, labels))),
      { escape_formulas: true },
    );
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE_ROWS) return;
    after = placeOf(list.sort, last);
  }
}

/**
 * The records of a list as CSV (RFC 4180, UTF-8 with a byte order mark), at most `EXPORT_ROWS_MAX`, in a form that can
 * be imported again: the import reads the ids and ignores the columns of names. Separators and formulas in values are
 * escaped. The export is recorded in the audit log.
 * @throws AppError not_found for the object, bad_request for a filter or sort that does not fit it
 */
export async function exportRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  filters: RecordFilters,
  now: Date,
): Promise<CsvFile> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  const list = await openRecordList(scope, object, filters, now);
  const entry = {
    action: "crm_records.exported",
    target: { type: "crm_object", id: object.id },
    after: { object: objectSlug, filter: filters.filter ?? null, search: filters.search ?? null },
  };
  await transaction((tx) => recordAudit(tx, scope, entry, now));
  return new CsvFile(`${objectSlug}-${now.toISOString().slice(0, 10)}.csv`, write(object, list));
}
