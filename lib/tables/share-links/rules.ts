import { compileFilter } from "@/lib/crm/records/list/rules";
import type { Filter } from "@/lib/crm/records/schema";
import { AppError } from "@/lib/http/app-error";
import { fieldOf } from "@/lib/tables/rules";
import type { Column } from "@/lib/tables/schema";

/**
 * Checks what a link shows of a table.
 * @throws AppError invalid for a time that is past, a hidden column that is not there, and a filter that does not fit
 */
export function checkShareSettings(
  columns: readonly Column[],
  settings: {
    expiresAt?: Date | null | undefined;
    hiddenColumns?: readonly string[] | undefined;
    rowFilter?: Filter | null | undefined;
  },
  now: Date,
): void {
  const { expiresAt, hiddenColumns = [], rowFilter } = settings;
  const refuse = (path: string, message: string) => {
    throw new AppError("invalid", "The request body is not valid.", { issues: [{ path, message }] });
  };
  if (expiresAt && expiresAt <= now) refuse("expires_at", "Must be in the future");
  for (const [index, key] of hiddenColumns.entries()) {
    if (!columns.some((column) => column.key === key)) refuse(`hidden_columns.${index}`, `No column ${key}`);
  }
  if (rowFilter) compileFilter(columns.map(fieldOf), rowFilter);
}
