import type { Option } from "@/lib/crm/attributes/schema";
import type { RecordBoard } from "@/lib/crm/records/board/schema";
import type { CrmRecord } from "@/lib/crm/records/schema";

type Column = RecordBoard["columns"][number];
type Totals = { columnKey: string; count: number; sum: number | null };

/** The key of the column of records that lack a value. */
export const NO_KEY = "";

/**
 * The columns of a board: the options in their order, then those without one, where there are any, and options that are
 * no more.
 * @param rows what the database found, a row a record, and `records` the same as they go over the wire
 */
export function boardColumns(
  { options }: { options: readonly Option[] },
  rows: readonly Totals[],
  records: readonly CrmRecord[],
  isSummed: boolean,
): Column[] {
  const found = new Map<string, Totals & { records: CrmRecord[] }>();
  for (const [index, row] of rows.entries()) {
    const record = records[index];
    const column = found.get(row.columnKey) ?? { ...row, records: [] };
    if (record) column.records.push(record);
    found.set(row.columnKey, column);
  }
  const columnOf = (key: string, label: string, color: string | null): Column => ({
    value: key === NO_KEY ? null : key,
    label,
    color,
    count: found.get(key)?.count ?? 0,
    sum: isSummed ? (found.get(key)?.sum ?? 0) : null,
    records: found.get(key)?.records ?? [],
  });
  const gone = [...found.keys()].filter(
    (key) => key !== NO_KEY && !options.some(({ value }) => value === key),
  );
  return [
    ...options.map(({ value, label, color }) => columnOf(value, label, color)),
    ...(found.has(NO_KEY) ? [columnOf(NO_KEY, "None", null)] : []),
    ...gone.map((key) => columnOf(key, key, null)),
  ];
}
