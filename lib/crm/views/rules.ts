import { compileFilter, type Field, readSort, type Words } from "@/lib/crm/records/list/rules";
import { TIME_COLUMNS } from "@/lib/crm/records/rules";
import type { Filter } from "@/lib/crm/records/schema";
import { invalidBody } from "@/lib/http/app-error";

/** Makes sure that a view fits its object. @throws AppError invalid that names what does not */
export function checkView(
  fields: readonly Field[],
  { filter, sort, columns }: { filter: Filter | null; sort: string | null; columns: readonly string[] },
  words: Words,
): void {
  if (filter !== null) compileFilter(fields, filter, "invalid", words);
  if (sort !== null) readSort(fields, sort, "invalid");
  const known: string[] = [...TIME_COLUMNS, ...fields.map(({ slug }) => slug)];
  const issues = columns.flatMap((column, index) =>
    known.includes(column) ? [] : [{ path: `columns.${index}`, message: `No attribute ${column}` }],
  );
  if (issues.length > 0) throw invalidBody(issues);
}
