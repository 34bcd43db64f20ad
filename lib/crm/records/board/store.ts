import { NO_KEY } from "@/lib/crm/records/board/rules";
import type { Field } from "@/lib/crm/records/list/rules";
import { conditionSql, RECORD_COLUMNS, type RecordList } from "@/lib/crm/records/list/store";
import type { RecordRow } from "@/lib/crm/records/store";
import { db, Prisma } from "@/lib/platform/database";

/** A record with its column's figures, and how many records there are in all. */
export type BoardRow = RecordRow & { columnKey: string; count: number; sum: number | null; total: number };

/**
 * The records of a list grouped by the value of an attribute: the latest changed of each group, with its count and sum.
 * One statement, over the newest `recordsMax` records and one more that shows whether there are others.
 */
export async function listBoardRows(
  list: RecordList,
  { by, sum }: { by: Field; sum: Field | null },
  [recordsMax, perColumn]: readonly [number, number],
): Promise<BoardRow[]> {
  const amount = sum ? Prisma.sql`(r."values" ->> ${sum.slug})::numeric` : Prisma.sql`NULL::numeric`;
  return db().$queryRaw<BoardRow[]>`
    WITH found AS MATERIALIZED (
      SELECT r.id, coalesce(r."values" ->> ${by.slug}, ${NO_KEY}) AS key, ${amount} AS amount, r.updated_at,
             row_number() OVER (ORDER BY r.created_at DESC, r.id DESC) AS place
      FROM crm_record r WHERE ${conditionSql(list)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${recordsMax + 1}
    ), totals AS (
      SELECT key, count(*)::int AS count, sum(amount)::float8 AS sum
      FROM found WHERE place <= ${recordsMax} GROUP BY key
    ), shown AS (
      SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY updated_at DESC, id DESC) AS rank
      FROM found WHERE place <= ${recordsMax}
    )
    SELECT ${RECORD_COLUMNS}, t.key AS "columnKey", t.count, t.sum, (SELECT count(*)::int FROM found) AS total
    FROM shown s JOIN totals t ON t.key = s.key AND s.rank <= ${perColumn} JOIN crm_record r ON r.id = s.id
    ORDER BY t.key, s.rank`;
}
