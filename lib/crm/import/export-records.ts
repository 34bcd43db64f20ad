import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { writeCell } from "@/lib/crm/import/rules";
import { getObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { EXPORT_PAGE_ROWS, EXPORT_ROWS_MAX } from "@/lib/crm/records/limits";
import { openRecordList } from "@/lib/crm/records/list/list-records";
import { type Place, placeOf } from "@/lib/crm/records/list/rules";
import { findExportLabels, listRecordRows } from "@/lib/crm/records/list/store";
import { referredIds } from "@/lib/crm/records/rules";
import type { RecordFilters } from "@/lib/crm/records/schema";
import type { RecordRow } from "@/lib/crm/records/store";
import { traitsOf } from "@/lib/crm/values/catalog";
import { CsvFile } from "@/lib/http/answers";
import { asCsv, pagesOf } from "@/lib/http/row-files";
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
  const pages = pagesOf(
    (limit, after: Place | null) => listRecordRows(list, limit, after),
    (row) => placeOf(list.sort, row),
    { pageRows: EXPORT_PAGE_ROWS, rowsMax: EXPORT_ROWS_MAX },
  );
  const columns = columnsOf(object);
  const header = columns.map((column) => column.header);
  const text = asCsv(header, pages, async (rows) => {
    const labels = await labelsOf(object, rows);
    return rows.map((row) => columns.map(({ cellOf }) => cellOf(row, labels)));
  });
  return new CsvFile(`${objectSlug}-${now.toISOString().slice(0, 10)}.csv`, text);
}
