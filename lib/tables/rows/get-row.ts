import { AppError } from "@/lib/http/app-error";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";
import type { TableAccess } from "@/lib/tables/access";
import { presentHistory, presentRow } from "@/lib/tables/rows/present";
import { findRows, listHistoryRows } from "@/lib/tables/rows/store";
import type { Row, RowHistoryEntry } from "@/lib/tables/schema";

/** A row by its id. @throws AppError not_found for one that is not there or not for the caller */
export async function getRow(access: TableAccess, id: string): Promise<Row> {
  const [row] = await findRows(db(), access, [id], false);
  if (!row) throw new AppError("not_found", "Row not found");
  return presentRow(access, row);
}

/**
 * A page of a row's history, newest first; also for a deleted row that can still be restored. It includes every column,
 * so it is for members only.
 * @throws AppError not_found
 */
export async function listRowHistory(
  access: TableAccess,
  id: string,
  page: PageQuery,
): Promise<Page<RowHistoryEntry>> {
  const [live, deleted] = await Promise.all([
    findRows(db(), access, [id], false),
    findRows(db(), access, [id], true),
  ]);
  const [row] = [...live, ...deleted];
  if (!row) throw new AppError("not_found", "Row not found");
  return readPage(page, (slice) => listHistoryRows(row, slice), presentHistory);
}
