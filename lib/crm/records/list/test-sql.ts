import type { Bound, Field, Test } from "@/lib/crm/records/list/rules";
import { wholeTextName } from "@/lib/crm/records/value-keys";
import { escapeLike, Prisma } from "@/lib/platform/database";
import { MARK } from "@/lib/platform/text-key";

/* Tests as conditions on a row `r` with "values", keys, search, created_at and updated_at. */

/** Comparisons by their signs. */
export const OPERATORS = {
  ">": Prisma.sql`>`,
  ">=": Prisma.sql`>=`,
  "<": Prisma.sql`<`,
  "<=": Prisma.sql`<=`,
} as const;
/** The times that a list can be ordered by. */
export const TIMES = { created_at: Prisma.sql`r.created_at`, updated_at: Prisma.sql`r.updated_at` } as const;

/** A pattern of LIKE for texts that contain a folded one. */
export function likePattern(folded: string): string {
  return `%${escapeLike(folded)}%`;
}

/** The key of a row's value, which sorts byte by byte. */
export function keyOfRow({ slug }: Field): Prisma.Sql {
  return Prisma.sql`(r.keys ->> ${slug}) COLLATE "C"`;
}

/** The folded text of a value: beside its key where that holds only the beginning, else the key less its hash. */
function foldedValue({ slug }: Field): Prisma.Sql {
  return Prisma.sql`coalesce(r.keys ->> ${wholeTextName(slug)}, split_part(r.keys ->> ${slug}, ${MARK}, 1))`;
}

/** Whether the record `r` passes a test, never null. */
export function testSql(test: Test): Prisma.Sql {
  switch (test.kind) {
    case "all":
      return Prisma.sql`(${Prisma.join(test.tests.map(testSql), " AND ")})`;
    case "any":
      return Prisma.sql`(${Prisma.join(test.tests.map(testSql), " OR ")})`;
    case "not":
      return Prisma.sql`(NOT ${testSql(test.test)})`;
    case "keys":
      return Prisma.sql`coalesce(${keyOfRow(test.field)} = ANY(${test.keys}::text[]), false)`;
    case "range": {
      const bounds = test.bounds.map((bound) => Prisma.sql`${keyOfRow(test.field)} ${boundSql(bound)}::text`);
      return Prisma.sql`coalesce(${Prisma.join(bounds, " AND ")}, false)`;
    }
    case "options":
      return Prisma.sql`coalesce((r."values" -> ${test.field.slug}) ?| ${test.options}::text[], false)`;
    case "search":
      return Prisma.sql`(r.search LIKE ${likePattern(test.folded)})`;
    case "contains":
      return Prisma.sql`coalesce(${foldedValue(test.field)} LIKE ${likePattern(test.folded)}, false)`;
    case "filled":
      return Prisma.sql`(r.keys ? ${test.field.slug})`;
    // The record it refers to is read by its id; within, `r` is that record.
    case "related":
      return Prisma.sql`EXISTS (
        SELECT 1 FROM (SELECT (r."values" ->> ${test.field.slug})::uuid AS id) AS named
        JOIN crm_record r ON r.id = named.id
        WHERE r.object_id = ${test.objectId}::uuid AND r.deleted_at IS NULL AND ${testSql(test.test)})`;
    case "time":
      return Prisma.sql`(${TIMES[test.column]} ${boundSql(test.bound)}::timestamptz)`;
  }
}

/** A comparison with a bound, written after the value that is compared. */
export function boundSql({ operator, at }: Bound<string | Date>): Prisma.Sql {
  return Prisma.sql`${OPERATORS[operator]} ${at}`;
}
