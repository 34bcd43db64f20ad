import type { Place, Sort } from "@/lib/crm/records/list/rules";
import { keyOfRow, OPERATORS, TIMES } from "@/lib/crm/records/list/test-sql";
import { Prisma } from "@/lib/platform/database";

const ASC = Prisma.sql`ASC`;
const DESC = Prisma.sql`DESC`;

/** The direction of a list: its `ORDER BY` keyword, and the comparison for what comes later. */
export function direction({ isDescending }: Sort): { order: Prisma.Sql; beyond: Prisma.Sql } {
  return isDescending ? { order: DESC, beyond: OPERATORS["<"] } : { order: ASC, beyond: OPERATORS[">"] };
}

/**
 * The order of a list of rows `r`, records or table rows alike, and the condition for rows after a position. Rows
 * without a value to sort by come last, by creation time.
 */
export function orderSql(sort: Sort, after: Place | null): { start: Prisma.Sql; order: Prisma.Sql } {
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
