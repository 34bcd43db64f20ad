import {
  conjuncts,
  cursorFor,
  placeOf,
  readFilter,
  readPlace,
  readSort,
  type Test,
} from "@/lib/crm/records/list/rules";
import { AppError } from "@/lib/http/app-error";
import { cutPage, type Page } from "@/lib/http/paging";
import { type TableAccess, visibleColumns } from "@/lib/tables/access";
import { countRowRows, listRowRows, type RowList } from "@/lib/tables/rows/list/store";
import { presentRow } from "@/lib/tables/rows/present";
import { fieldOf, searchIn } from "@/lib/tables/rules";
import type { Row, RowCount, RowFilters, RowQuery, SortedRowFilters } from "@/lib/tables/schema";

/** What filters of a request ask of rows: a column that is hidden is refused as one that is not there. */
function testOf(access: TableAccess, { filter, search }: RowFilters): Test | null {
  const columns = visibleColumns(access);
  const tests = [readFilter(columns.map(fieldOf), filter), searchIn(columns, search)].flatMap((test) =>
    test ? conjuncts(test) : [],
  );
  const [only = null] = tests;
  return tests.length > 1 ? { kind: "all", tests } : only;
}

/** The list that filters of a request mean. @throws AppError bad_request */
export function rowList(access: TableAccess, filters: SortedRowFilters, isDeleted = false): RowList {
  const sort = readSort(visibleColumns(access).map(fieldOf), filters.sort);
  if (isDeleted && "field" in sort) {
    throw new AppError("bad_request", "Deleted rows are sorted by created_at or updated_at.");
  }
  return { access, test: testOf(access, filters), sort, isDeleted };
}

/**
 * A page of a table's rows: filtered, searched, sorted and cut by the database. Rows without a value to sort by come
 * last in either direction.
 * @throws AppError bad_request for a filter, sort or cursor that does not fit the columns that the caller may see
 */
export async function listRows(
  access: TableAccess,
  { limit, cursor, offset, deleted, ...filters }: RowQuery,
): Promise<Page<Row>> {
  const list = rowList(access, filters, deleted);
  const after = readPlace(filters.sort, cursor);
  // The next page's address still names what the first one passed over.
  const rows = await listRowRows(list, limit + 1, after, after ? 0 : offset);
  const { items, nextCursor } = cutPage(rows, limit, (last) =>
    cursorFor(filters.sort, placeOf(list.sort, last)),
  );
  return { items: items.map((row) => presentRow(access, row)), nextCursor };
}

/** How many rows of a table filters let through. @throws AppError bad_request as `listRows` */
export async function countRows(access: TableAccess, filters: RowFilters): Promise<RowCount> {
  const list = rowList(access, { ...filters, sort: "created_at" });
  return { count: await countRowRows(list) };
}
