import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { writeCell } from "@/lib/crm/import/rules";
import { type Place, placeOf } from "@/lib/crm/records/list/rules";
import { CsvFile } from "@/lib/http/answers";
import { asCsv, pagesOf } from "@/lib/http/row-files";
import { db, transaction } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";
import { type TableAccess, visibleColumns } from "@/lib/tables/access";
import { EXPORT_PAGE_ROWS, ROWS_PER_TABLE_MAX } from "@/lib/tables/limits";
import { rowList } from "@/lib/tables/rows/list/list-rows";
import { listRowRows } from "@/lib/tables/rows/list/store";
import type { SortedRowFilters } from "@/lib/tables/schema";

/**
 * What a caller may see of a table as CSV (RFC 4180, UTF-8 with a byte order mark), in a form that the import reads back.
 * Neither a separator nor a formula in a value changes what a spreadsheet shows that reads it as parted by commas.
 * @throws AppError bad_request for a filter or sort that does not fit the columns that the caller may see
 */
export function exportRows(access: TableAccess, filters: SortedRowFilters, now: Date): CsvFile {
  const name = `${slugFor(access.tableName, "table")}-${now.toISOString().slice(0, 10)}.csv`;
  const list = rowList(access, filters);
  const pages = pagesOf(
    async (limit, after: Place | null) => {
      // Whoever reads slowly gets no page that they would not be shown now.
      const current = { ...access, ...(await access.again?.(db())) };
      const rows = await listRowRows({ ...list, access: current }, limit, after);
      return rows.map((row) => ({ ...row, hidden: current.hidden }));
    },
    (row) => placeOf(list.sort, row),
    { pageRows: EXPORT_PAGE_ROWS, rowsMax: ROWS_PER_TABLE_MAX },
  );
  const columns = visibleColumns(access);
  const header = columns.map((column) => column.name);
  const text = asCsv(header, pages, (rows) =>
    rows.map(({ values, hidden }) =>
      columns.map(({ key }) => writeCell(hidden.has(key) ? null : (values[key] ?? null))),
    ),
  );
  return new CsvFile(name, text);
}

/** As `exportRows` for a member, who is audited. @throws AppError bad_request */
export async function exportRowsForMember(
  { workspaceId, actor }: WorkspaceScope,
  access: TableAccess,
  filters: SortedRowFilters,
  now: Date,
): Promise<CsvFile> {
  const file = exportRows(access, filters, now);
  const target = { type: "table", id: access.tableId };
  const after = { filter: filters.filter ?? null, search: filters.search ?? null };
  const entry = { action: "table_rows.exported", target, after };
  await transaction((tx) => recordAudit(tx, { workspaceId, actor }, entry, now));
  return file;
}
