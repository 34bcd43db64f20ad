import type { IfMatch } from "@/lib/http/if-match";
import { transaction } from "@/lib/platform/database";
import type { TableAccess } from "@/lib/tables/access";
import { presentRow } from "@/lib/tables/rows/present";
import { deleteRowsAs, restoreRowsAs, writeRowsAs } from "@/lib/tables/rows/write-rows";
import { conditionOf } from "@/lib/tables/rules";
import type {
  CreateRow,
  Row,
  RowSelection,
  RowsChanged,
  UpdateRow,
  WriteRows,
  WrittenRows,
} from "@/lib/tables/schema";

/** Adds a row. @throws AppError as `writeRowsAs` */
export async function createRow(access: TableAccess, { values }: CreateRow, now: Date): Promise<Row> {
  const [row] = await transaction((tx) => writeRowsAs(tx, access, [{ values }], now, true));
  if (!row) throw new Error("a row was made and is not there");
  return presentRow(access, row);
}

/**
 * Changes a row. With `If-Match`, or `row_version` in the body, only in that version. @throws AppError as `writeRowsAs`
 */
export async function updateRow(
  access: TableAccess,
  id: string,
  { values, row_version }: UpdateRow,
  ifMatch: IfMatch,
  now: Date,
): Promise<Row> {
  const given = { id, values, ifMatch: conditionOf(ifMatch, row_version) };
  const [row] = await transaction((tx) => writeRowsAs(tx, access, [given], now, true));
  if (!row) throw new Error("a row was changed and is not there");
  return presentRow(access, row);
}

/** Adds and changes rows, all or none. @throws AppError as `writeRowsAs` */
export async function writeRows(access: TableAccess, { rows }: WriteRows, now: Date): Promise<WrittenRows> {
  const given = rows.map(({ id, values, row_version }) => ({
    id,
    values,
    ifMatch: conditionOf(null, row_version),
  }));
  const written = await transaction((tx) => writeRowsAs(tx, access, given, now));
  return { rows: written.map((row) => presentRow(access, row)) };
}

/** Deletes a row; with `If-Match`, only in that version. @throws AppError as `deleteRowsAs` */
export async function deleteRow(access: TableAccess, id: string, ifMatch: IfMatch, now: Date): Promise<void> {
  await transaction((tx) => deleteRowsAs(tx, access, [{ id, ifMatch }], now));
}

/** Deletes rows, all or none. @throws AppError as `deleteRowsAs` */
export async function deleteRows(
  access: TableAccess,
  { row_ids }: RowSelection,
  now: Date,
): Promise<RowsChanged> {
  const ids = [...new Set(row_ids)];
  await transaction((tx) =>
    deleteRowsAs(
      tx,
      access,
      ids.map((id) => ({ id })),
      now,
    ),
  );
  return { changed: ids.length };
}

/** Brings deleted rows back, all or none. @throws AppError as `restoreRowsAs` */
export async function restoreRows(
  access: TableAccess,
  { row_ids }: RowSelection,
  now: Date,
): Promise<WrittenRows> {
  const rows = await transaction((tx) => restoreRowsAs(tx, access, [...new Set(row_ids)], now));
  return { rows: rows.map((row) => presentRow(access, row)) };
}
