import { stringify } from "csv-stringify/sync";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { writeCell } from "@/lib/crm/import/rules";
import type { Place } from "@/lib/crm/records/list/rules";
import { CsvFile } from "@/lib/http/answers";
import { db, transaction } from "@/lib/platform/database";
import { slugFor } from "@/lib/platform/slug";
import { type TableAccess, visibleColumns } from "@/lib/tables/access";
import { EXPORT_PAGE_ROWS, ROWS_PER_TABLE_MAX } from "@/lib/tables/limits";
import { placeOf, rowList } from "@/lib/tables/rows/list/list-rows";
import { listRowRows, type RowList } from "@/lib/tables/rows/list/store";
import type { RowRow } from "@/lib/tables/rows/store";
import type { SortedRowFilters } from "@/lib/tables/schema";

/** Page by page, each written before the next is read. */
async function* write(list: RowList): AsyncGenerator<string> {
  const columns = visibleColumns(list.access);
  yield stringify([columns.map(({ name }) => name)], { bom: true, escape_formulas: true });
  let after: Place | null = null;
  for (let count = 0; count < ROWS_PER_TABLE_MAX; count += EXPORT_PAGE_ROWS) {
    // Whoever reads slowly gets no page that they would not be shown now.
    const access = { ...list.access, ...(await list.access.again?.(db())) };
    const rows: RowRow[] = await listRowRows({ ...list, access }, EXPORT_PAGE_ROWS, after);
    // What a spreadsheet would run as a formula starts with an apostrophe, which the import takes off again.
    yield stringify(
      rows.map(({ values }) =>
        columns.map(({ key }) => writeCell(access.hidden.has(key) ? null : (values[key] ?? null))),
      ),
      { escape_formulas: true },
    );
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE_ROWS) return;
    after = placeOf(list.sort, last);
  }
}

/**
 * What a caller may see of a table as CSV (RFC 4180, UTF-8 with a byte order mark), in a form that the import reads back.
 * Neither a separator nor a formula in a value changes what a spreadsheet shows that reads it as parted by commas.
 * @throws AppError bad_request for a filter or sort that does not fit the columns that the caller may see
 */
export function exportRows(access: TableAccess, filters: SortedRowFilters, now: Date): CsvFile {
  const name = `${slugFor(access.tableName, "table")}-${now.toISOString().slice(0, 10)}.csv`;
  return new CsvFile(name, write(rowList(access, filters)));
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
