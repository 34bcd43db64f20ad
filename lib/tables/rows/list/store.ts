import { direction, orderSql } from "@/lib/crm/records/list/order-sql";
import {
  conjuncts,
  type Field,
  mergedRanges,
  type Place,
  type Sort,
  type Test,
} from "@/lib/crm/records/list/rules";
import { boundSql, TIMES, testSql } from "@/lib/crm/records/list/test-sql";
import { sortRange } from "@/lib/crm/records/value-keys";
import { db, Prisma } from "@/lib/platform/database";
import type { TableAccess } from "@/lib/tables/access";
import { SCAN_ROWS_MAX } from "@/lib/tables/limits";
import { ROW_COLUMNS, type RowRow, reachableSql } from "@/lib/tables/rows/store";

/*
 * Lists of rows. A page is first looked for by reading rows in the requested order, which is fast if the filter matches
 * many. If that finds too few within `SCAN_ROWS_MAX` rows, the whole table is read: it is small enough for that. Before
 * either, a condition that matches few rows is looked up in the index of keys.
 */

export type RowList = { access: TableAccess; test: Test | null; sort: Sort; isDeleted: boolean };

/** The conditions for a row to be in the list. */
function conditionSql({ access, test, isDeleted }: RowList): Prisma.Sql {
  const parts = [reachableSql(access, isDeleted)];
  for (const each of test ? conjuncts(test) : []) {
    parts.push(testSql(each));
    // All texts of a row in one have an index, and hold the text of every column.
    if (each.kind === "contains") parts.push(testSql({ kind: "search", folded: each.folded }));
  }
  return Prisma.join(parts, " AND ");
}

function isFiltered({ access, test }: RowList): boolean {
  return test !== null || access.rowFilter !== null;
}

/** Reads the rows that have a value to sort by, in the order of its keys. */
async function scanKeys(list: RowList, field: Field, limit: number, after: Place | null): Promise<RowRow[]> {
  const { order, beyond } = direction(list.sort);
  const { from, below } = sortRange(field.type);
  const start =
    after && after.key !== null
      ? Prisma.sql`AND (k.key, k.row_id) ${beyond} (${after.key}::text, ${after.id}::uuid)`
      : Prisma.empty;
  return db().$queryRaw<RowRow[]>`
    SELECT ${ROW_COLUMNS} FROM (
      SELECT k.key, k.row_id FROM data_row_key k
      WHERE k.table_id = ${list.access.tableId}::uuid AND k.column_key = ${field.slug}
        AND k.key >= ${from}::text AND k.key < ${below}::text ${start}
      ORDER BY k.key ${order}, k.row_id ${order} LIMIT ${isFiltered(list) ? SCAN_ROWS_MAX : limit}) AS w
    JOIN data_row r ON r.id = w.row_id
    WHERE ${conditionSql(list)}
    ORDER BY w.key ${order}, w.row_id ${order} LIMIT ${limit}`;
}

/** Reads the rows in the order of one of their times; with `lacking`, those without a value of that column. */
async function scanTimes(
  list: RowList,
  column: Prisma.Sql,
  lacking: Field | null,
  limit: number,
  after: Place | null,
): Promise<RowRow[]> {
  const { order, beyond } = direction(list.sort);
  const start =
    after && after.key === null
      ? Prisma.sql`AND (${column}, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
      : Prisma.empty;
  // Of live rows the first is null and changes no order; named, the planner sees that the index has this order.
  const inOrder = Prisma.sql`ORDER BY r.deleted_at ${order}, ${column} ${order}, r.id ${order}`;
  const bound = isFiltered(list) ? Prisma.sql`${inOrder} LIMIT ${SCAN_ROWS_MAX}` : Prisma.empty;
  return db().$queryRaw<RowRow[]>`
    SELECT ${ROW_COLUMNS} FROM (
      SELECT r.* FROM data_row r
      WHERE r.table_id = ${list.access.tableId}::uuid AND r.deleted_at IS NULL ${start} ${bound}) AS r
    WHERE ${conditionSql(list)} ${lacking ? Prisma.sql`AND NOT r.keys ? ${lacking.slug}` : Prisma.empty}
    ${inOrder} LIMIT ${limit}`;
}

async function scan(list: RowList, limit: number, after: Place | null): Promise<RowRow[]> {
  const { sort } = list;
  if ("column" in sort) return scanTimes(list, TIMES[sort.column], null, limit, after);
  const keyed = after?.key !== null ? await scanKeys(list, sort.field, limit, after) : [];
  if (keyed.length >= limit || isFiltered(list)) return keyed;
  const start = after?.key === null ? after : null;
  return [...keyed, ...(await scanTimes(list, TIMES.created_at, sort.field, limit - keyed.length, start))];
}

/** Ids of rows among which are all that pass a test, out of the index of keys; null where it does not serve. */
function idsSql({ tableId }: TableAccess, test: Test): Prisma.Sql | null {
  const keys = ({ slug }: Field, condition: Prisma.Sql) =>
    Prisma.sql`SELECT k.row_id FROM data_row_key k
      WHERE k.table_id = ${tableId}::uuid AND k.column_key = ${slug} AND ${condition}`;
  switch (test.kind) {
    case "keys":
      return keys(test.field, Prisma.sql`k.key = ANY(${test.keys}::text[])`);
    case "options":
      return keys(test.field, Prisma.sql`k.key = ANY(${test.options}::text[])`);
    case "range": {
      const bounds = test.bounds.map((bound) => Prisma.sql`k.key ${boundSql(bound)}::text`);
      return keys(test.field, Prisma.join(bounds, " AND "));
    }
    default:
      return null;
  }
}

/** The smallest set of at most `SCAN_ROWS_MAX` rows that the index of keys gives for a list; null where there is none. */
async function smallSet({ access, test, isDeleted }: RowList): Promise<Prisma.Sql | null> {
  // Deleted rows have no keys.
  if (isDeleted) return null;
  const tests = [access.rowFilter, test].flatMap((each) => (each ? conjuncts(each) : []));
  const sets = mergedRanges(tests).flatMap((each) => idsSql(access, each) ?? []);
  if (sets.length === 0) return null;
  const sizes = sets.map(
    (ids) =>
      Prisma.sql`(SELECT count(*) FROM (SELECT 1 FROM (${ids}) AS s LIMIT ${SCAN_ROWS_MAX + 1}) AS n)::int`,
  );
  const [row] = await db().$queryRaw<{ sizes: number[] }[]>`SELECT ARRAY[${Prisma.join(sizes)}] AS sizes`;
  const smallest = Math.min(...(row?.sizes ?? []));
  return smallest <= SCAN_ROWS_MAX ? (sets[row?.sizes.indexOf(smallest) ?? -1] ?? null) : null;
}

function amongSql(ids: Prisma.Sql | null): Prisma.Sql {
  // As an array, so that rows are fetched by their ids whatever the planner believes of how many there are.
  return ids ? Prisma.sql`AND r.id = ANY(ARRAY(${ids}))` : Prisma.empty;
}

/** Through all rows of the table, or all of a set. */
async function goThrough(
  list: RowList,
  ids: Prisma.Sql | null,
  limit: number,
  after: Place | null,
  offset: number,
): Promise<RowRow[]> {
  const { start, order } = orderSql(list.sort, after);
  return db().$queryRaw<RowRow[]>`
    SELECT ${ROW_COLUMNS} FROM data_row r WHERE ${conditionSql(list)} ${start} ${amongSql(ids)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
}

/** At most `limit` rows of a list in its order, beginning `offset` rows after a place. */
export async function listRowRows(
  list: RowList,
  limit: number,
  after: Place | null,
  offset = 0,
): Promise<RowRow[]> {
  const isSmall = list.access.rowCount <= SCAN_ROWS_MAX;
  const ids = isSmall ? null : await smallSet(list);
  if (isSmall || ids || list.isDeleted || offset > 0) return goThrough(list, ids, limit, after, offset);
  const rows = await scan(list, limit, after);
  return rows.length >= limit || !isFiltered(list) ? rows : goThrough(list, null, limit, after, 0);
}

/** How many rows are in a list. */
export async function countRowRows(list: RowList): Promise<number> {
  if (!isFiltered(list)) return list.access.rowCount;
  const ids = await smallSet(list);
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM data_row r WHERE ${conditionSql(list)} ${amongSql(ids)}`;
  return row?.count ?? 0;
}
