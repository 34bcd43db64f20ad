import { v7 as uuidv7 } from "uuid";
import { checkValues } from "@/lib/crm/attributes/rules";
import type { Values } from "@/lib/crm/attributes/schema";
import { abridged, changesOf, mergeValues, shownValues } from "@/lib/crm/records/rules";
import type { FieldChange } from "@/lib/crm/records/schema";
import { indexKeys, keyDocument, searchText } from "@/lib/crm/records/value-keys";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import { type IfMatch, isMatched } from "@/lib/http/if-match";
import type { Db } from "@/lib/platform/database";
import { type TableAccess, visibleColumns } from "@/lib/tables/access";
import { ROW_BYTES_MAX, ROWS_PER_TABLE_MAX } from "@/lib/tables/limits";
import { getTableRow } from "@/lib/tables/open-table";
import { presentRow } from "@/lib/tables/rows/present";
import {
  addToRowCount,
  deleteKeys,
  findRows,
  type HistoryType,
  insertHistory,
  insertKeys,
  insertRows,
  lockRows,
  type RowKey,
  type RowRow,
  updateRows,
} from "@/lib/tables/rows/store";
import { fieldOf, shapeOf } from "@/lib/tables/rules";
import type { Column } from "@/lib/tables/schema";
import { lockTable } from "@/lib/tables/store";
import { emitAll, type WebhookEvent } from "@/lib/webhooks/emit";

/*
 * All changes of rows go through here, whoever makes them: members, visitors of a share link, imports, forms. Each takes
 * the caller's transaction and does all that a change consists of.
 */

/** A row to be added or, with an id, changed. */
export type GivenRow = {
  id?: string | undefined;
  values: Readonly<Record<string, unknown>>;
  /** Unless the row is in such a version, nothing is written. */
  ifMatch?: IfMatch;
};

function derived(columns: readonly Column[], values: Values) {
  if (Buffer.byteLength(JSON.stringify(values)) > ROW_BYTES_MAX) {
    throw invalidBody([{ path: "values", message: `More than ${ROW_BYTES_MAX / 1024} KiB in all` }]);
  }
  const fields = columns.map(fieldOf);
  return { values, keys: keyDocument(fields, values), search: searchText(fields, values) };
}

function keysOf({ columns }: TableAccess, rows: readonly RowRow[]): RowKey[] {
  const fields = columns.map(fieldOf);
  return rows.flatMap(({ id, values }) =>
    indexKeys(fields, values).map(({ attributeId, key }) => ({ rowId: id, columnKey: attributeId, key })),
  );
}

/** Keys that one state of the rows has and the other has not. */
function missingIn(keys: readonly RowKey[], others: readonly RowKey[]): RowKey[] {
  const name = ({ columnKey, key, rowId }: RowKey) => `${columnKey} ${rowId} ${key}`;
  const known = new Set(others.map(name));
  return keys.filter((each) => !known.has(name(each)));
}

/**
 * The table as it is now, and what the caller may see of it, locked until the transaction ends: shared, or exclusively
 * if its number of rows changes. Links can't change while their table is locked.
 */
async function lock(tx: Db, access: TableAccess, mode: "alone" | "shared", now: Date): Promise<TableAccess> {
  await lockTable(tx, access.workspaceId, access.tableId, mode);
  const { columns } = await getTableRow(tx, access.workspaceId, access.tableId, now);
  return { ...access, columns, ...(await access.again?.(tx)) };
}

/**
 * Values as they are stored. Names of no column, and of archived or hidden ones, are refused in the same words; a form may
 * have been set up with columns that are gone, so they are dropped of its answers.
 * @param row the row that is changed: what it has already can always be sent back, whatever became of its option
 */
function checkedValues(
  access: TableAccess,
  { values: given }: GivenRow,
  row: RowRow | undefined,
): { values: Values; issues: Issue[] } {
  const columns = visibleColumns(access);
  const unknown =
    access.actor.kind === "form"
      ? []
      : Object.keys(given).filter((key) => !columns.some((column) => column.key === key));
  const shapes = columns.map(shapeOf);
  const { values, issues } = row
    ? checkValues(shapes, given, "update", [row.values])
    : checkValues(shapes, given, "create");
  const refused = unknown.map((key) => ({ path: `values.${key}`, message: "No such column" }));
  return { values, issues: [...refused, ...issues] };
}

async function announce(
  tx: Db,
  access: TableAccess,
  type: HistoryType,
  rows: readonly RowRow[],
  changesById: ReadonlyMap<string, FieldChange[]>,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const entries = rows.map(({ id, rowVersion }) => ({
    rowId: id,
    type,
    rowVersion,
    changes: abridged(changesById.get(id) ?? []),
  }));
  await insertHistory(tx, access, entries, now);
  if (access.isQuiet) return;
  const inUse = {
    attributes: access.columns.filter((column) => !column.is_archived).map(({ key }) => ({ slug: key })),
  };
  const { workspaceId } = access;
  const events = rows.map(({ id, values }): WebhookEvent => {
    const subject = { table_id: access.tableId, row_id: id, values: shownValues(inUse, values) };
    const actor = { actor_id: access.actor.developerId };
    return type === "updated"
      ? {
          workspaceId,
          type: "table.row.updated",
          data: { ...subject, changes: changesById.get(id) ?? [], ...actor },
        }
      : {
          workspaceId,
          type: type === "deleted" ? "table.row.deleted" : "table.row.created",
          data: { ...subject, ...actor },
        };
  });
  await emitAll(tx, events, now);
}

/** Nobody puts a row where they could not see it. */
async function expectReachable(tx: Db, access: TableAccess, rows: readonly RowRow[]): Promise<void> {
  if (access.rowFilter === null || rows.length === 0) return;
  const reachable = await findRows(
    tx,
    access,
    rows.map(({ id }) => id),
    false,
  );
  if (reachable.length === rows.length) return;
  throw invalidBody([
    { path: "values", message: "A row with these values is not among those that are shared" },
  ]);
}

async function add(tx: Db, access: TableAccess, valuesList: readonly Values[], now: Date): Promise<RowRow[]> {
  if (valuesList.length === 0) return [];
  const rows = valuesList.map((values) => ({
    id: uuidv7(),
    tableId: access.tableId,
    ...derived(access.columns, mergeValues({}, values)),
    rowVersion: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }));
  if (!(await addToRowCount(tx, access, rows.length, ROWS_PER_TABLE_MAX))) {
    throw new AppError("conflict", `A table has at most ${ROWS_PER_TABLE_MAX.toLocaleString("en")} rows`);
  }
  await insertRows(tx, rows);
  await insertKeys(tx, access, keysOf(access, rows));
  await announce(
    tx,
    access,
    "created",
    rows,
    new Map(rows.map(({ id, values }) => [id, changesOf({}, values)])),
    now,
  );
  return rows;
}

/** Gives held rows new values, each its own. Those that nothing changes for stay as they are. */
async function change(
  tx: Db,
  access: TableAccess,
  given: readonly { row: RowRow; values: Values }[],
  now: Date,
): Promise<RowRow[]> {
  const changed = given.flatMap(({ row, values }) => {
    const merged = mergeValues(row.values, values);
    const changes = changesOf(row.values, merged);
    if (changes.length === 0) return [];
    const after = {
      ...row,
      ...derived(access.columns, merged),
      rowVersion: row.rowVersion + 1,
      updatedAt: now,
    };
    return [{ before: row, after, changes }];
  });
  const after = changed.map((each) => each.after);
  if (after.length > 0) {
    const keysBefore = keysOf(
      access,
      changed.map((each) => each.before),
    );
    const keysAfter = keysOf(access, after);
    await updateRows(tx, after);
    await deleteKeys(tx, access, missingIn(keysBefore, keysAfter));
    await insertKeys(tx, access, missingIn(keysAfter, keysBefore));
    const changesById = new Map(changed.map(({ after: { id }, changes }) => [id, changes]));
    await announce(tx, access, "updated", after, changesById, now);
  }
  const byId = new Map(after.map((row) => [row.id, row]));
  return given.map(({ row }) => byId.get(row.id) ?? row);
}

function notFound(): AppError {
  return new AppError("not_found", "Row not found");
}

/** A row to be changed or deleted. */
type Target = { id: string; ifMatch?: IfMatch | undefined };

/** Rows by id, locked, in the versions that the caller knows. */
async function getLockedRows(
  tx: Db,
  access: TableAccess,
  given: readonly Target[],
): Promise<Map<string, RowRow>> {
  const rows = await lockRows(
    tx,
    access,
    given.map(({ id }) => id),
    false,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stale: RowRow[] = [];
  for (const { id, ifMatch = null } of given) {
    const row = byId.get(id);
    if (!row) throw notFound();
    if (!isMatched(ifMatch, row.rowVersion)) stale.push(row);
  }
  if (stale.length === 0) return byId;
  // As the caller may see them, and with no more than visitors get.
  const shown = stale.map((row) => {
    const { deleted_at: _, ...current } = presentRow(access, row);
    return current;
  });
  throw new AppError("conflict", "Someone else has changed this in the meantime.", {
    state: { row: shown[0], rows: shown },
  });
}

/**
 * Adds rows and changes rows: all of them, or none. What is not named of a row stays.
 * @param isOne whether the request is about one row, so that issues name its values without a number
 * @returns the rows as they are now, in the order given
 * @throws AppError not_found for a row that is not there or not for the caller; conflict, with the rows as they are now,
 *   where a version is stale, and when the table is full; invalid, with one issue for each value that is not valid
 */
export async function writeRowsAs(
  tx: Db,
  opened: TableAccess,
  given: readonly GivenRow[],
  now: Date,
  isOne = false,
): Promise<RowRow[]> {
  const adds = given.some(({ id }) => id === undefined);
  const access = await lock(tx, opened, adds ? "alone" : "shared", now);
  const ids = given.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length)
    throw invalidBody([{ path: "rows", message: "The same row is listed twice" }]);
  const targets = given.flatMap(({ id, ifMatch }) => (id === undefined ? [] : [{ id, ifMatch }]));
  const held = targets.length === 0 ? new Map<string, RowRow>() : await getLockedRows(tx, access, targets);
  const rowOf = ({ id }: GivenRow) => (id === undefined ? undefined : held.get(id));
  const checked = given.map((each) => checkedValues(access, each, rowOf(each)));
  const issues = checked.flatMap((each, index) =>
    each.issues.map(({ path, message }) => ({ path: isOne ? path : `rows.${index}.${path}`, message })),
  );
  if (issues.length > 0) throw invalidBody(issues);
  const planned = given.map((each, index) => ({ row: rowOf(each), values: checked[index]?.values ?? {} }));
  const changing = planned.flatMap(({ row, values }) => (row ? [{ row, values }] : []));
  const adding = planned.filter(({ row }) => row === undefined).map(({ values }) => values);
  const changed = (await change(tx, access, changing, now)).values();
  const added = (await add(tx, access, adding, now)).values();
  const rows = planned.map(({ row }) => (row ? changed : added).next().value);
  const written = rows.filter((row) => row !== undefined);
  await expectReachable(tx, access, written);
  return written;
}

/**
 * Adds rows whose values have been checked already, as an import's have.
 * @throws AppError conflict when the table is full
 */
export async function addRowsAs(
  tx: Db,
  opened: TableAccess,
  valuesList: readonly Values[],
  now: Date,
): Promise<void> {
  await add(tx, await lock(tx, opened, "alone", now), valuesList, now);
}

/**
 * Deletes rows. They can be restored for `ROW_RESTORE_DAYS`.
 * @throws AppError not_found for a row that is not there or not for the caller; conflict where a version is stale
 */
export async function deleteRowsAs(
  tx: Db,
  opened: TableAccess,
  given: readonly Target[],
  now: Date,
): Promise<void> {
  const access = await lock(tx, opened, "alone", now);
  const rows = [...(await getLockedRows(tx, access, given)).values()];
  const deleted = rows.map((row) => ({
    ...row,
    rowVersion: row.rowVersion + 1,
    updatedAt: now,
    deletedAt: now,
  }));
  await updateRows(tx, deleted);
  await deleteKeys(tx, access, keysOf(access, rows));
  await addToRowCount(tx, access, -rows.length, ROWS_PER_TABLE_MAX);
  await announce(tx, access, "deleted", deleted, new Map(), now);
}

/**
 * Brings deleted rows back, as they were. To others they are rows that were added.
 * @throws AppError not_found where one is not among the deleted rows; conflict when the table is full
 */
export async function restoreRowsAs(
  tx: Db,
  opened: TableAccess,
  ids: readonly string[],
  now: Date,
): Promise<RowRow[]> {
  const access = await lock(tx, opened, "alone", now);
  const rows = await lockRows(tx, access, ids, true);
  if (rows.length < new Set(ids).size) throw notFound();
  const restored = rows.map((row) => ({
    ...row,
    // Made anew: columns may have come meanwhile.
    ...derived(access.columns, row.values),
    rowVersion: row.rowVersion + 1,
    updatedAt: now,
    deletedAt: null,
  }));
  if (!(await addToRowCount(tx, access, rows.length, ROWS_PER_TABLE_MAX))) {
    throw new AppError("conflict", `A table has at most ${ROWS_PER_TABLE_MAX.toLocaleString("en")} rows`);
  }
  await updateRows(tx, restored);
  await insertKeys(tx, access, keysOf(access, restored));
  await announce(tx, access, "restored", restored, new Map(), now);
  return restored;
}
