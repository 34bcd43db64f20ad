import { GATHER_ROWS_MAX, WALK_ROWS_MAX } from "@/lib/crm/records/limits";
import {
  conjuncts,
  type Field,
  mergedRanges,
  type Place,
  type Sort,
  type Test,
} from "@/lib/crm/records/list/rules";
import { boundSql, keyOfRow, likePattern, OPERATORS, TIMES, testSql } from "@/lib/crm/records/list/test-sql";
import type { RecordRow } from "@/lib/crm/records/store";
import { sortRange } from "@/lib/crm/records/value-keys";
import { db, Prisma } from "@/lib/platform/database";

/*
 * Lists of records. A page is looked for in two ways. Walking goes through the records in the order asked for and
 * stops when the page is full: quick where the filter lets many through. Gathering takes from the index of keys those
 * that the filter lets through and then sorts them: quick where they are few. Which it is, is found out: a condition
 * that lets few through is gathered at once; else a walk of `WALK_ROWS_MAX` rows shows how far a whole one would go.
 */

export type RecordList = {
  workspaceId: string;
  objectId: string;
  test: Test | null;
  sort: Sort;
  isDeleted: boolean;
};

const ASC = Prisma.sql`ASC`;
const DESC = Prisma.sql`DESC`;
/** All that a record must be to stand in the list. */
function conditionSql(list: RecordList): Prisma.Sql {
  const conditions = [
    Prisma.sql`r.object_id = ${list.objectId}::uuid`,
    Prisma.sql`r.workspace_id = ${list.workspaceId}::uuid`,
    list.isDeleted ? Prisma.sql`r.deleted_at IS NOT NULL` : Prisma.sql`r.deleted_at IS NULL`,
    ...(list.test ? [testSql(list.test)] : []),
  ];
  return Prisma.join(conditions, " AND ");
}

const COLUMNS = Prisma.sql`r.id::text, r.workspace_id::text AS "workspaceId", r.object_id::text AS "objectId", r.title,
  r."values", r.keys, r.search, r.created_by_id::text AS "createdById", r.created_at AS "createdAt",
  r.updated_at AS "updatedAt", r.deleted_at AS "deletedAt"`;

function direction({ isDescending }: Sort): { order: Prisma.Sql; beyond: Prisma.Sql } {
  return isDescending ? { order: DESC, beyond: OPERATORS["<"] } : { order: ASC, beyond: OPERATORS[">"] };
}

/**
 * Through the records that have a value to sort by, in the order of its keys. The bound stands in a query of its own:
 * the database then reads so many keys and no more, whatever it believes of the filter.
 */
async function walkKeys(
  list: RecordList,
  field: Field,
  limit: number,
  after: Place | null,
  rowsMax: number | null,
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
    SELECT ${COLUMNS} FROM (
      SELECT v.key, v.record_id FROM crm_value_key v
      WHERE v.attribute_id = ${field.id}::uuid AND v.key >= ${from}::text AND v.key < ${below}::text ${start}
      ${bound}) AS w
    JOIN crm_record r ON r.id = w.record_id
    WHERE ${conditionSql(list)}
    ORDER BY w.key ${order}, w.record_id ${order} LIMIT ${limit}`;
}

/** Through the records in the order of one of their times; with `lacking`, those without a value of that attribute. */
async function walkTimes(
  list: RecordList,
  column: Prisma.Sql,
  lacking: Field | null,
  limit: number,
  after: Place | null,
  rowsMax: number | null,
): Promise<RecordRow[]> {
  const { order, beyond } = direction(list.sort);
  const start =
    after && after.key === null
      ? Prisma.sql`AND (${column}, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
      : Prisma.empty;
  const isDeleted = list.isDeleted ? Prisma.sql`r.deleted_at IS NOT NULL` : Prisma.sql`r.deleted_at IS NULL`;
  // Of live records it is null and changes no order; named here, the planner sees that the index has this order.
  const byDeleted = list.isDeleted ? Prisma.empty : Prisma.sql`r.deleted_at ${order},`;
  const inOrder = Prisma.sql`ORDER BY ${byDeleted} ${column} ${order}, r.id ${order}`;
  const bound = rowsMax === null ? Prisma.empty : Prisma.sql`${inOrder} LIMIT ${rowsMax}`;
  return db().$queryRaw<RecordRow[]>`
    SELECT ${COLUMNS} FROM (
      SELECT r.* FROM crm_record r
      WHERE r.object_id = ${list.objectId}::uuid AND ${isDeleted} ${start} ${bound}) AS r
    WHERE ${conditionSql(list)} ${lacking ? Prisma.sql`AND NOT r.keys ? ${lacking.slug}` : Prisma.empty}
    ${inOrder} LIMIT ${limit}`;
}

/** Whether a walk from here has more than so many rows before it. */
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

/** What a walk found, and whether that is all that the page can hold. */
type Walk = { rows: RecordRow[]; isWhole: boolean };

/** Walks to a full page or to the list's end, or through `rowsMax` rows of each of the list's two parts. */
async function walk(
  list: RecordList,
  limit: number,
  after: Place | null,
  rowsMax: number | null,
): Promise<Walk> {
  const { sort } = list;
  const isCut = async (count: number, of: RecordList, from: Place | null) =>
    count < limit && rowsMax !== null && (await isLongerThan(rowsMax, of, from));
  if ("column" in sort) {
    const rows = await walkTimes(list, TIMES[sort.column], null, limit, after, rowsMax);
    return { rows, isWhole: !(await isCut(rows.length, list, after)) };
  }
  const isInKeys = after?.key !== null;
  const keyed = isInKeys ? await walkKeys(list, sort.field, limit, after, rowsMax) : [];
  if (keyed.length >= limit) return { rows: keyed, isWhole: true };
  if (isInKeys && (await isCut(keyed.length, list, after))) return { rows: keyed, isWhole: false };
  const start = isInKeys ? null : after;
  const rest = await walkTimes(list, TIMES.created_at, sort.field, limit - keyed.length, start, rowsMax);
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
    default:
      return null;
  }
}

/** A set of ids, in which all records of a list are, and how many it holds, counted up to a bound. */
type IdSet = { ids: Prisma.Sql; size: number };

/** The sets that an index gives for a list, of at most `sizeMax` ids each. */
async function smallSets(list: RecordList, tests: readonly Test[], sizeMax: number): Promise<IdSet[]> {
  const sets = tests.flatMap((each) => idsSql(list, each) ?? []);
  if (sets.length === 0) return [];
  const sizes = sets.map(
    (ids) => Prisma.sql`(SELECT count(*) FROM (SELECT 1 FROM (${ids}) AS s LIMIT ${sizeMax + 1}) AS n)::int`,
  );
  const [row] = await db().$queryRaw<{ sizes: number[] }[]>`SELECT ARRAY[${Prisma.join(sizes)}] AS sizes`;
  return sets
    .map((ids, index) => ({ ids, size: row?.sizes[index] ?? Number.POSITIVE_INFINITY }))
    .filter(({ size }) => size <= sizeMax);
}

function orderOfGathered(
  { sort }: RecordList,
  after: Place | null,
): { start: Prisma.Sql; order: Prisma.Sql } {
  const { order, beyond } = direction(sort);
  if ("column" in sort) {
    const column = TIMES[sort.column];
    const start =
      after?.key === null
        ? Prisma.sql`AND (${column}, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
        : Prisma.empty;
    return { start, order: Prisma.sql`${column} ${order}, r.id ${order}` };
  }
  const key = keyOfRow(sort.field);
  const isLacking = Prisma.sql`NOT r.keys ? ${sort.field.slug}`;
  const start =
    after === null
      ? Prisma.empty
      : after.key === null
        ? Prisma.sql`AND ${isLacking} AND (r.created_at, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`
        : Prisma.sql`AND (${isLacking} OR (${key}, r.id) ${beyond} (${after.key}::text, ${after.id}::uuid))`;
  return {
    start,
    order: Prisma.sql`(${isLacking}), ${key} ${order},
      CASE WHEN ${isLacking} THEN r.created_at END ${order}, r.id ${order}`,
  };
}

async function gather(
  list: RecordList,
  sets: readonly IdSet[],
  limit: number,
  after: Place | null,
): Promise<RecordRow[]> {
  const { start, order } = orderOfGathered(list, after);
  const ids = Prisma.join(
    sets.map((set) => Prisma.sql`(${set.ids})`),
    " INTERSECT ",
  );
  // As an array, so that records are fetched by their ids whatever the planner believes of how many there are.
  return db().$queryRaw<RecordRow[]>`
    SELECT ${COLUMNS} FROM crm_record r
    WHERE r.id = ANY(ARRAY(${ids})) AND ${conditionSql(list)} ${start}
    ORDER BY ${order} LIMIT ${limit}`;
}

/**
 * At most `limit` records of a list in its order, beginning after a place. Whatever `walkRowsMax`, the answer is the
 * same; only the way to it differs.
 */
export async function listRecordRows(
  list: RecordList,
  limit: number,
  after: Place | null,
  walkRowsMax = WALK_ROWS_MAX,
): Promise<RecordRow[]> {
  if (list.isDeleted || list.test === null) return (await walk(list, limit, after, null)).rows;
  const tests = mergedRanges(conjuncts(list.test));
  // Looking a text up costs more than a key, and is put off until a walk has shown that few records have it.
  const byKey = tests.filter(({ kind }) => kind !== "contains" && kind !== "search");
  const few = await smallSets(list, byKey, walkRowsMax);
  if (few.length > 0) return gather(list, few, limit, after);
  const { rows, isWhole } = await walk(list, limit, after, walkRowsMax);
  if (isWhole) return rows;
  const sets = await smallSets(list, tests, GATHER_ROWS_MAX);
  const smallest = Math.min(...sets.map(({ size }) => size));
  const toWalk = rows.length === 0 ? Number.POSITIVE_INFINITY : (walkRowsMax * limit) / rows.length;
  if (smallest < toWalk) return gather(list, sets, limit, after);
  return (await walk(list, limit, after, null)).rows;
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
