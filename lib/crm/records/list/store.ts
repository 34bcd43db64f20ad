import {
  COLLECT_ROWS_MAX,
  FEW_ROWS_MAX,
  INDEX_SCAN_ROWS_MAX,
  SCAN_ROWS_MAX,
  SOME_ROWS_MAX,
} from "@/lib/crm/records/limits";
import { direction, orderSql } from "@/lib/crm/records/list/order-sql";
import {
  conjuncts,
  type Field,
  mergedRanges,
  type Place,
  type Sort,
  type Test,
} from "@/lib/crm/records/list/rules";
import { boundSql, likePattern, TIMES, testSql } from "@/lib/crm/records/list/test-sql";
import type { RecordRow } from "@/lib/crm/records/store";
import { sortRange } from "@/lib/crm/records/value-keys";
import { traitsOf } from "@/lib/crm/values/catalog";
import { db, Prisma } from "@/lib/platform/database";

/*
 * Lists of records. There are three ways to find a page. A scan reads the records in the requested order and stops
 * when the page is full: fast if the filter matches many. Collecting takes the matching records from the index of keys
 * and then sorts them: fast if they are few. An index scan is in between: it goes through the index only, and reads just
 * the records that match a condition. Which one to use is measured: the index counts the matches of each condition, up to a limit;
 * if each matches many, a scan of `SCAN_ROWS_MAX` rows shows whether many match all of them.
 */

export type RecordList = {
  workspaceId: string;
  objectId: string;
  test: Test | null;
  sort: Sort;
  isDeleted: boolean;
};

/** The conditions for a record to be in the list; of the filter, the tests that are still to be made. */
export function conditionSql(
  list: RecordList,
  tests: readonly Test[] = list.test ? [list.test] : [],
): Prisma.Sql {
  const conditions = [
    Prisma.sql`r.object_id = ${list.objectId}::uuid`,
    Prisma.sql`r.workspace_id = ${list.workspaceId}::uuid`,
    list.isDeleted ? Prisma.sql`r.deleted_at IS NOT NULL` : Prisma.sql`r.deleted_at IS NULL`,
    ...tests.map(testSql),
  ];
  return Prisma.join(conditions, " AND ");
}

/** What is read of a record `r`. */
export const RECORD_COLUMNS = Prisma.sql`r.id::text, r.workspace_id::text AS "workspaceId", r.object_id::text AS "objectId", r.title,
  r."values", r.keys, r.search, r.created_by_id::text AS "createdById", r.created_at AS "createdAt",
  r.updated_at AS "updatedAt", r.row_version AS "rowVersion", r.deleted_at AS "deletedAt"`;

/** How far a scan goes (null: to the end), and the sets that contain everything it looks for. */
type Reach = { rowsMax: number | null; within: readonly IdSet[] };

/**
 * Whether an id is in all sets. The planner does not see a join: it hashes each set and keeps the order of the scan.
 * The limit tells it that the set fits in memory, and leaves room for rows added since the set was counted.
 */
function withinSql(within: readonly IdSet[], id: Prisma.Sql): Prisma.Sql {
  if (within.length === 0) return Prisma.sql`true`;
  const tests = within.map(
    ({ ids, size }) => Prisma.sql`(${id} IN (SELECT s.id FROM (${ids}) AS s LIMIT ${2 * size + 1})) IS TRUE`,
  );
  return Prisma.join(tests, " AND ");
}

/**
 * Reads the records that have a value to sort by, in the order of its keys. The limit is in a subquery of its own, so
 * that the database reads that many keys and no more, whatever it assumes about the filter.
 */
async function scanKeys(
  list: RecordList,
  field: Field,
  limit: number,
  after: Place | null,
  { rowsMax, within }: Reach,
): Promise<RecordRow[]> {
  const { order, beyond } = direction(list.sort);
  const { from, below } = sortRange(field.type);
  const start =
    after && after.key !== null
      ? Prisma.sql`AND (v.key, v.record_id) ${beyond} (${after.key}::text, ${after.id}::uuid)`
      : Prisma.empty;
  const bound =
    rowsMax === null
      ? Prisma.empty
      : Prisma.sql`ORDER BY v.key ${order}, v.record_id ${order} LIMIT ${rowsMax}`;
  return db().$queryRaw<RecordRow[]>`
    SELECT ${RECORD_COLUMNS} FROM (
      SELECT v.key, v.record_id FROM crm_value_key v
      WHERE v.attribute_id = ${field.id}::uuid AND v.key >= ${from}::text AND v.key < ${below}::text ${start}
      ${bound}) AS w
    JOIN crm_record r ON r.id = w.record_id
    WHERE ${withinSql(within, Prisma.sql`w.record_id`)} AND ${conditionSql(list)}
    ORDER BY w.key ${order}, w.record_id ${order} LIMIT ${limit}`;
}

/** Reads the records in the order of one of their times; with `lacking`, those without a value of that attribute. */
async function scanTimes(
  list: RecordList,
  column: Prisma.Sql,
  lacking: Field | null,
  limit: number,
  after: Place | null,
  { rowsMax, within }: Reach,
): Promise<RecordRow[]> {
  const { order, beyond } = direction(list.sort);
  const start =
    after && after.key === null
      ? Prisma.sql`AND (${column}, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
      : Prisma.empty;
  const isDeleted = list.isDeleted ? Prisma.sql`r.deleted_at IS NOT NULL` : Prisma.sql`r.deleted_at IS NULL`;
  // Of live records it is null and changes no order; named here, the planner sees that the index has this order.
  const orderBy = (deletedAt: Prisma.Sql, at: Prisma.Sql, id: Prisma.Sql) =>
    Prisma.sql`ORDER BY ${list.isDeleted ? Prisma.empty : Prisma.sql`${deletedAt} ${order},`} ${at} ${order}, ${id} ${order}`;
  const inOrder = orderBy(Prisma.sql`r.deleted_at`, column, Prisma.sql`r.id`);
  const bound = rowsMax === null ? Prisma.empty : Prisma.sql`${inOrder} LIMIT ${rowsMax}`;
  const rows = Prisma.sql`FROM crm_record r
    WHERE r.object_id = ${list.objectId}::uuid AND ${isDeleted} ${start} ${bound}`;
  const conditions = Prisma.sql`${conditionSql(list)} ${lacking ? Prisma.sql`AND NOT r.keys ? ${lacking.slug}` : Prisma.empty}`;
  if (within.length === 0) {
    return db().$queryRaw<RecordRow[]>`
      SELECT ${RECORD_COLUMNS} FROM (SELECT r.* ${rows}) AS r WHERE ${conditions} ${inOrder} LIMIT ${limit}`;
  }
  // Only the index is scanned; a record is read if it is in all sets.
  return db().$queryRaw<RecordRow[]>`
    SELECT ${RECORD_COLUMNS} FROM (SELECT r.id, r.deleted_at, ${column} AS at ${rows}) AS w
    JOIN crm_record r ON r.id = w.id
    WHERE ${withinSql(within, Prisma.sql`w.id`)} AND ${conditions}
    ${orderBy(Prisma.sql`w.deleted_at`, Prisma.sql`w.at`, Prisma.sql`w.id`)} LIMIT ${limit}`;
}

/** Whether a scan from here has more than this many rows ahead. */
async function isLongerThan(rowsMax: number, list: RecordList, after: Place | null): Promise<boolean> {
  const { sort } = list;
  const { beyond } = direction(sort);
  const isInKeys = "field" in sort && after?.key !== null;
  const found = isInKeys
    ? await db().$queryRaw<unknown[]>`
        SELECT 1 AS one FROM crm_value_key v
        WHERE v.attribute_id = ${sort.field.id}::uuid
          AND v.key >= ${sortRange(sort.field.type).from}::text AND v.key < ${sortRange(sort.field.type).below}::text
          ${after ? Prisma.sql`AND (v.key, v.record_id) ${beyond} (${after.key}::text, ${after.id}::uuid)` : Prisma.empty}
        OFFSET ${rowsMax} LIMIT 1`
    : await db().$queryRaw<unknown[]>`
        SELECT 1 AS one FROM crm_record r
        WHERE r.object_id = ${list.objectId}::uuid AND r.deleted_at IS NULL
        OFFSET ${rowsMax} LIMIT 1`;
  return found.length > 0;
}

/** What a scan found, and whether that is everything the page can have. */
type Scan = { rows: RecordRow[]; isWhole: boolean };

/** Walks until the page is full or the list ends, or through `rowsMax` rows of each of the list's two parts. */
async function scan(list: RecordList, limit: number, after: Place | null, reach: Reach): Promise<Scan> {
  const { sort } = list;
  const { rowsMax } = reach;
  const isCut = async (count: number, of: RecordList, from: Place | null) =>
    count < limit && rowsMax !== null && (await isLongerThan(rowsMax, of, from));
  if ("column" in sort) {
    const rows = await scanTimes(list, TIMES[sort.column], null, limit, after, reach);
    return { rows, isWhole: !(await isCut(rows.length, list, after)) };
  }
  const isInKeys = after?.key !== null;
  const keyed = isInKeys ? await scanKeys(list, sort.field, limit, after, reach) : [];
  if (keyed.length >= limit) return { rows: keyed, isWhole: true };
  if (isInKeys && (await isCut(keyed.length, list, after))) return { rows: keyed, isWhole: false };
  const start = isInKeys ? null : after;
  const rest = await scanTimes(list, TIMES.created_at, sort.field, limit - keyed.length, start, reach);
  const rows = [...keyed, ...rest];
  const byTime: RecordList = { ...list, sort: { isDescending: sort.isDescending, column: "created_at" } };
  return { rows, isWhole: !(await isCut(rows.length, byTime, null)) };
}

/** Ids of records among which are all that pass a test, out of an index; null where none serves. */
function idsSql(list: RecordList, test: Test): Prisma.Sql | null {
  const keys = ({ id }: Field, condition: Prisma.Sql) =>
    Prisma.sql`SELECT v.record_id AS id FROM crm_value_key v WHERE v.attribute_id = ${id}::uuid AND ${condition}`;
  switch (test.kind) {
    case "all":
      return test.tests.map((each) => idsSql(list, each)).find((each) => each !== null) ?? null;
    case "any": {
      const parts = test.tests.map((each) => idsSql(list, each));
      return parts.every((each) => each !== null) ? Prisma.join(parts, " UNION ALL ") : null;
    }
    case "keys":
      return keys(test.field, Prisma.sql`v.key = ANY(${test.keys}::text[])`);
    case "options":
      return keys(test.field, Prisma.sql`v.key = ANY(${test.options}::text[])`);
    case "range": {
      const bounds = test.bounds.map((bound) => Prisma.sql`v.key ${boundSql(bound)}::text`);
      return keys(test.field, Prisma.join(bounds, " AND "));
    }
    case "filled":
      return keys(test.field, Prisma.sql`true`);
    case "search":
    case "contains":
      return Prisma.sql`SELECT r.id FROM crm_record r
        WHERE r.object_id = ${list.objectId}::uuid AND r.search LIKE ${likePattern(test.folded)}`;
    case "related": {
      const ids = idsSql({ ...list, objectId: test.objectId }, test.test);
      return ids && keys(test.field, Prisma.sql`v.key IN (SELECT s.id::text COLLATE "C" FROM (${ids}) AS s)`);
    }
    default:
      return null;
  }
}

/** The records that pass a test, or more of them, and how many those are. */
type IdSet = { test: Test; ids: Prisma.Sql; size: number };

/** Whether a test's ids are those of the records that pass it, and no more. */
function isExact({ kind }: Test): boolean {
  return kind === "keys" || kind === "options" || kind === "range" || kind === "filled";
}

/** How likely a test is to let few records through, the likeliest first: a person or a name before one of few options. */
function rankOf(test: Test): number {
  if (test.kind === "keys") return traitsOf(test.field.type).hasFewValues ? 1 : 0;
  return test.kind === "range" ? 2 : 3;
}

/**
 * The sets that an index gives for a list, of at most `sizeMax` ids each. A set that is larger than one counted before
 * is left out: it is counted no further than that, and would help less.
 */
async function smallSets(list: RecordList, tests: readonly Test[], sizeMax: number): Promise<IdSet[]> {
  const sets = tests
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((test) => {
      const ids = idsSql(list, test);
      return ids ? [{ test, ids }] : [];
    });
  if (sets.length === 0) return [];
  const counts = sets.map(({ ids }, index) => {
    const before = sets.slice(0, index).map((_, each) => Prisma.sql`(SELECT n FROM ${countName(each)})`);
    const most = Prisma.sql`least(${Prisma.join([Prisma.sql`${sizeMax}::int`, ...before])}) + 1`;
    return Prisma.sql`${countName(index)} AS (
      SELECT count(*)::int AS n FROM (SELECT 1 FROM (${ids}) AS s LIMIT (SELECT ${most})) AS counted)`;
  });
  const sizes = sets.map((_, index) => Prisma.sql`(SELECT n FROM ${countName(index)})`);
  const [row] = await db().$queryRaw<{ sizes: number[] }[]>`
    WITH ${Prisma.join(counts)} SELECT ARRAY[${Prisma.join(sizes)}] AS sizes`;
  let most = sizeMax;
  return sets.flatMap((set, index) => {
    const size = row?.sizes[index] ?? Number.POSITIVE_INFINITY;
    if (size > most) return [];
    most = size;
    return [{ ...set, size }];
  });
}

function countName(index: number): Prisma.Sql {
  return Prisma.raw(`count_${index}`);
}

async function collect(
  list: RecordList,
  sets: readonly IdSet[],
  tests: readonly Test[],
  limit: number,
  after: Place | null,
): Promise<RecordRow[]> {
  const { start, order } = orderSql(list.sort, after);
  const ids = Prisma.join(
    sets.map((set) => Prisma.sql`(${set.ids})`),
    " INTERSECT ",
  );
  const open = tests.filter((test) => !isExact(test) || sets.every((set) => set.test !== test));
  // As an array, so that records are fetched by their ids whatever the planner believes of how many there are.
  return db().$queryRaw<RecordRow[]>`
    SELECT ${RECORD_COLUMNS} FROM crm_record r
    WHERE r.id = ANY(ARRAY(${ids})) AND ${conditionSql(list, open)} ${start}
    ORDER BY ${order} LIMIT ${limit}`;
}

/** If other conditions must be met as well, this many times more rows are collected before an index scan. */
const OTHERS_PASS = 3;

/** Rows that each way of looking goes through before another one is taken. */
const REACHES = {
  few: FEW_ROWS_MAX,
  some: SOME_ROWS_MAX,
  scan: SCAN_ROWS_MAX,
  indexScan: INDEX_SCAN_ROWS_MAX,
  collect: COLLECT_ROWS_MAX,
};

/** Finds a page in sets that contain the whole list; there is at least one set. */
async function lookAmong(
  sets: readonly IdSet[],
  list: RecordList,
  tests: readonly Test[],
  limit: number,
  after: Place | null,
  reaches: typeof REACHES,
): Promise<RecordRow[]> {
  const smallest = Math.min(...sets.map(({ size }) => size));
  // If other conditions exclude most of a set, an index scan for a page would go far.
  const isLarge = smallest > (tests.length > 1 ? OTHERS_PASS * reaches.few : reaches.few);
  const found = isLarge ? await scan(list, limit, after, { rowsMax: reaches.indexScan, within: sets }) : null;
  return found?.isWhole ? found.rows : collect(list, sets, tests, limit, after);
}

/**
 * At most `limit` records of a list in its order, beginning after a place. Whatever the `reaches`, the answer is the
 * same; only the way to it differs.
 */
export async function listRecordRows(
  list: RecordList,
  limit: number,
  after: Place | null,
  reaches = REACHES,
): Promise<RecordRow[]> {
  const toTheEnd: Reach = { rowsMax: null, within: [] };
  if (list.isDeleted || list.test === null) return (await scan(list, limit, after, toTheEnd)).rows;
  const tests = mergedRanges(conjuncts(list.test));
  // Looking up a text or another record costs more than a key, so it waits until a scan has shown that few match.
  const byKey = tests.filter(({ kind }) => kind !== "contains" && kind !== "search" && kind !== "related");
  const some = await smallSets(list, byKey, reaches.some);
  if (some.length > 0) return lookAmong(some, list, tests, limit, after, reaches);
  const scanned = await scan(list, limit, after, { rowsMax: reaches.scan, within: [] });
  if (scanned.isWhole) return scanned.rows;
  const sets = await smallSets(list, tests, reaches.collect);
  if (sets.length > 0) return lookAmong(sets, list, tests, limit, after, reaches);
  return (await scan(list, limit, after, toTheEnd)).rows;
}

/** Titles of records of a workspace and names of developers, by id. */
export async function findLabels(
  workspaceId: string,
  recordIds: readonly string[],
  developerIds: readonly string[],
): Promise<Record<string, string>> {
  if (recordIds.length === 0 && developerIds.length === 0) return {};
  const rows = await db().$queryRaw<{ id: string; label: string }[]>`
    SELECT id::text, title AS label FROM crm_record
    WHERE id = ANY(${recordIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid
    UNION ALL
    SELECT id::text, name FROM developer WHERE id = ANY(${developerIds}::uuid[])`;
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
}

/** As `findLabels`, with the email addresses of people instead of their names: those are one person's own. */
export async function findExportLabels(
  workspaceId: string,
  recordIds: readonly string[],
  developerIds: readonly string[],
): Promise<Record<string, string>> {
  if (recordIds.length === 0 && developerIds.length === 0) return {};
  const rows = await db().$queryRaw<{ id: string; label: string }[]>`
    SELECT id::text, title AS label FROM crm_record
    WHERE id = ANY(${recordIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid
    UNION ALL
    SELECT d.id::text, d.email FROM developer d JOIN workspace_member m ON m.developer_id = d.id
    WHERE d.id = ANY(${developerIds}::uuid[]) AND m.workspace_id = ${workspaceId}::uuid`;
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
}
